using System.Globalization;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>What the cartridge's sensors measure, as a movie's log has it: x, y and gyroscope are -1 to 1, light is 0 to 1.</summary>
internal sealed record LogSensors(double? X = null, double? Y = null, double? Gyroscope = null, double? Light = null)
{
    private const int Unit = WireLimits.SensorThousandths;

    /// <summary>Converts a line.</summary>
    public static LogSensors Of(SensorsLine line) => new(
        line.TiltX / (double)Unit, line.TiltY / (double)Unit, line.Gyroscope / (double)Unit, line.Light / (double)Unit);

    /// <summary>Converts it back.</summary>
    /// <exception cref="MovieFormatException">A value is missing or out of range.</exception>
    public SensorsLine ToLine(int frame, MoviePhase phase) => new(
        frame, phase, Thousandths(X, "x", -1), Thousandths(Y, "y", -1), Thousandths(Gyroscope, "gyroscope", -1),
        Thousandths(Light, "light", 0));

    private static int Thousandths(double? value, string name, int min) => value switch
    {
        null => throw new MovieFormatException($"{name} is required."),
        { } given when given >= min && given <= 1 => (int)Math.Round(given * Unit),
        { } given => throw new MovieFormatException(
            string.Create(CultureInfo.InvariantCulture, $"{name} must be {min} to 1; got {given}.")),
    };
}
