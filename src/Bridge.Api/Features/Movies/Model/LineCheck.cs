using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Model;

/// <summary>Checks the lines of a movie one after the other: their ranges, and their order.</summary>
/// <param name="frames">How many frames the movie has.</param>
internal sealed class LineCheck(int frames)
{
    private static readonly SearchValues<char> RegisterLetters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_");

    // Of the line before.
    private int _frame;
    private int _rank;

    /// <exception cref="MovieFormatException">A value is out of range, or the line is out of order.</exception>
    public void Check(MovieLine line)
    {
        var last = line is ClockLine ? frames - 1 : frames;
        if (line.Frame < 0 || line.Frame > last)
            throw Refuse("frame", line.Frame, string.Create(CultureInfo.InvariantCulture, $"0 to {last}"));
        if (line.Frame < _frame)
            throw Refuse("frame", line.Frame, string.Create(CultureInfo.InvariantCulture, $"{_frame} or more, as in the line before"));
        if (line.Frame == _frame && line.Rank < _rank)
        {
            throw new MovieFormatException("Within a frame come first the acts of the callback, then those between the frames and the "
                + "hashes, then the clock; got another order.");
        }

        (_frame, _rank) = (line.Frame, line.Rank);
        CheckValues(line);
    }

    private static void CheckValues(MovieLine line)
    {
        switch (line)
        {
            case KeysLine { Mask: < 0 or > MovieLimits.AllButtons } keys:
                throw Refuse("keys", keys.Mask, "0 to 1023");
            case ClockLine { Seconds: < 0 or > MovieLimits.LastSecond } clock:
                throw Refuse("clock", clock.Seconds, "0 to 253402300799");
            case BusLine bus:
                CheckWrite(bus.Width, bus.Value);
                break;
            case RawLine raw:
                CheckWrite(raw.Width, raw.Value);
                if (raw.Segment is < -1 or > ushort.MaxValue)
                    throw Refuse("segment", raw.Segment, "-1 to 65535");
                break;
            case RegisterLine { Name: var name } when name.Length is 0 or > MovieLimits.RegisterLetters
                || name.AsSpan().ContainsAnyExcept(RegisterLetters):
                throw new MovieFormatException($"register must be 1 to 15 characters of a-z, 0-9 and _; got \"{Shorten(name)}\".");
            case SensorsLine sensors:
                CheckSensors(sensors);
                break;
            case CheatsLine cheats:
                CheckCheats(cheats.Cheats);
                break;
            case StateLine { State.Length: 0 or > MovieLimits.StateBytes } state:
                throw Refuse("the state's size", state.State.Length, "1 to 2097152 bytes");
            case HashLine hash:
                CheckRegions(hash.Regions);
                break;
        }
    }

    private static void CheckWrite(int width, uint value)
    {
        if (width is not (1 or 2 or 4))
            throw Refuse("width", width, "1, 2 or 4");
        if (width < 4 && value >> (8 * width) != 0)
            throw Refuse("value", value, width == 1 ? "0 to 255" : "0 to 65535");
    }

    private static void CheckSensors(SensorsLine sensors)
    {
        const int Max = WireLimits.SensorThousandths;
        foreach (var (name, value) in new[] { ("x", sensors.TiltX), ("y", sensors.TiltY), ("gyroscope", sensors.Gyroscope) })
        {
            if (value is < -Max or > Max)
                throw Refuse(name, value, "-1000 to 1000");
        }

        if (sensors.Light is < 0 or > Max)
            throw Refuse("light", sensors.Light, "0 to 1000");
    }

    // The emulator checks the codes. As text they must be those cheats, and no others.
    private static void CheckCheats(IReadOnlyList<GameCheat> cheats)
    {
        foreach (var cheat in cheats)
        {
            var isName = cheat.Name is [not ' ', ..] && !cheat.Name.Any(char.IsControl);
            if (!isName || cheat.Type.Length == 0 || !cheat.Type.All(char.IsAsciiLetter)
                || !cheat.Lines.All(line => line is [not ('+' or '-'), ..] && line.All(letter => letter is >= ' ' and <= '~')))
                throw new MovieFormatException($"The cheat \"{Shorten(cheat.Name)}\" must have a name, a type and codes.");
        }

        if (Encoding.UTF8.GetByteCount(GameCheat.Write(cheats)) is > WireLimits.CheatsBytes and var size)
            throw Refuse("the size of the cheats", size, "at most 65536 bytes");
    }

    private static void CheckRegions(IReadOnlyList<RegionHash> regions)
    {
        if (regions.Count is 0 or > MovieLimits.Regions)
            throw Refuse("the number of hashes", regions.Count, "1 to 8");
        for (var i = 0; i < regions.Count; i++)
        {
            var name = regions[i].Name;
            if (name.Length is 0 or > MovieLimits.RegionLetters || name.AsSpan().ContainsAnyExceptInRange('a', 'z'))
                throw new MovieFormatException($"A region's name must be 1 to 8 letters of a-z; got \"{Shorten(name)}\".");
            for (var j = 0; j < i; j++)
            {
                if (regions[j].Name == name)
                    throw new MovieFormatException($"A region can have one hash in a frame; {name} has more.");
            }
        }
    }

    private static string Shorten(string text) => Contract.Parsing.Parameters.Shorten(text);

    private static MovieFormatException Refuse(string name, long got, string accepted) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{name} must be {accepted}; got {got}."));
}
