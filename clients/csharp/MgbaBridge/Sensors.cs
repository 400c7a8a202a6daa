using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>What the sensors of a cartridge measure; null: it has no such sensor.</summary>
/// <param name="Tilt">How far the console is tilted.</param>
/// <param name="Gyroscope">How fast it turns clockwise: -1 to 1.</param>
/// <param name="Light">0 (dark) to 1 (bright).</param>
/// <param name="Rumble">Whether the motor in the cartridge runs.</param>
/// <param name="Clock">The time of the cartridge's clock, in seconds since 1970.</param>
/// <param name="Frame">The frame.</param>
public sealed record Sensors(Tilt? Tilt, double? Gyroscope, double? Light, bool? Rumble, long? Clock, long Frame);

/// <summary>How far a console is tilted; 1 is a quarter turn.</summary>
/// <param name="X">To the right: -1 to 1.</param>
/// <param name="Y">Towards the player: -1 to 1.</param>
public sealed record Tilt(double X, double Y);

/// <summary>What to set of the sensors; null: it stays. Values are rounded to thousandths.</summary>
public sealed record SensorChange
{
    /// <summary>Gets how far the console is tilted.</summary>
    public Tilt? Tilt { get; init; }

    /// <summary>Gets how fast it turns clockwise: -1 to 1.</summary>
    public double? Gyroscope { get; init; }

    /// <summary>Gets the light: 0 (dark) to 1 (bright).</summary>
    public double? Light { get; init; }

    /// <summary>Gets the time of the cartridge's clock in seconds since 1970, from which it goes on.</summary>
    public long? Clock { get; init; }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Sensors))]
[JsonSerializable(typeof(SensorChange))]
internal sealed partial class SensorsJson : JsonSerializerContext;
