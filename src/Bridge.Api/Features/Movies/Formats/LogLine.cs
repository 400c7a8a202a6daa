using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>A line of a movie's log as JSON has it: the members of one kind of line.</summary>
internal sealed record LogLine(
    int? Frame = null, string? At = null, IReadOnlyList<string?>? Buttons = null, long? Clock = null, string? Write = null,
    uint? Address = null, int? Segment = null, int? Width = null, long? Value = null, string? Register = null, bool? Reset = null,
    string? State = null, IReadOnlyDictionary<string, string?>? Hashes = null, LogSensors? Sensors = null,
    IReadOnlyList<LogCheat?>? Cheats = null)
{
    private const string Callback = "callback", Between = "between", Bus = "bus", Raw = "raw";

    /// <summary>Converts a line; the state of a <see cref="StateLine"/> is in the file <paramref name="state"/>.</summary>
    public static LogLine Of(MovieLine line, string? state) => line switch
    {
        KeysLine keys => new(keys.Frame, PhaseName(keys), ButtonNames.Of((Buttons)keys.Mask)),
        ClockLine clock => new(clock.Frame, Clock: clock.Seconds),
        BusLine bus => new(bus.Frame, PhaseName(bus), Write: Bus, Address: bus.Address, Width: bus.Width, Value: bus.Value),
        RawLine raw => new(
            raw.Frame, PhaseName(raw), Write: Raw, Address: raw.Address, Segment: raw.Segment, Width: raw.Width, Value: raw.Value),
        RegisterLine register => new(register.Frame, PhaseName(register), Register: register.Name, Value: register.Value),
        SensorsLine sensors => new(sensors.Frame, PhaseName(sensors), Sensors: LogSensors.Of(sensors)),
        CheatsLine cheats => new(cheats.Frame, PhaseName(cheats), Cheats: [.. cheats.Cheats.Select(LogCheat.Of)]),
        ResetLine => new(line.Frame, Reset: true),
        StateLine => new(line.Frame, State: state),
        HashLine hash => new(line.Frame, Hashes: hash.Regions.ToDictionary(region => region.Name, string? (region) => Hex(region.Hash))),
        _ => throw new ArgumentException($"A log has no lines like {line.GetType().Name}.", nameof(line)),
    };

    /// <summary>Converts it back.</summary>
    /// <param name="stateOf">Returns the state in a file of the movie.</param>
    /// <exception cref="MovieFormatException">It is not one known kind of line, lacks a member of it, or has a wrong value.</exception>
    public MovieLine ToLine(Func<string, byte[]> stateOf)
    {
        var frame = Frame ?? throw Lacks("frame");
        return this switch
        {
            { Buttons: { } buttons } => Only(
                new KeysLine(frame, PhaseOf(), MaskOf(buttons)), this with { Frame = null, At = null, Buttons = null }),
            { Clock: { } seconds } => Only(new ClockLine(frame, seconds), this with { Frame = null, Clock = null }),
            { Write: Bus } => Only(new BusLine(frame, PhaseOf(), WidthOf(), AddressOf(), UnsignedOf()), WithoutWrite()),
            { Write: Raw } => Only(
                new RawLine(frame, PhaseOf(), WidthOf(), AddressOf(), Segment ?? throw Lacks("segment"), UnsignedOf()),
                WithoutWrite() with { Segment = null }),
            { Write: { } other } => throw new MovieFormatException($"write must be bus or raw; got \"{Parameters.Shorten(other)}\"."),
            { Register: { } name } => Only(
                new RegisterLine(frame, PhaseOf(), name, SignedOf()),
                this with { Frame = null, At = null, Register = null, Value = null }),
            { Sensors: { } sensors } => Only(
                sensors.ToLine(frame, PhaseOf()), this with { Frame = null, At = null, Sensors = null }),
            { Cheats: { } cheats } => Only(
                new CheatsLine(frame, PhaseOf(), LogCheat.ToCheats(cheats)), this with { Frame = null, At = null, Cheats = null }),
            { Reset: true } => Only(new ResetLine(frame), this with { Frame = null, Reset = null }),
            { State: { } file } => Only(new StateLine(frame, stateOf(file)), this with { Frame = null, State = null }),
            { Hashes: { } hashes } => Only(
                new HashLine(frame, [.. hashes.Select(hash => new RegionHash(hash.Key, HashOf(hash.Value)))]),
                this with { Frame = null, Hashes = null }),
            _ => throw new MovieFormatException("A line must have buttons, clock, write, register, sensors, cheats, reset, state or "
                + "hashes."),
        };
    }

    // A line has the members of one kind, so that no reader skips a part of it. rest is the line without those of its kind.
    private static MovieLine Only(MovieLine line, LogLine rest) => rest == new LogLine()
        ? line
        : throw new MovieFormatException("A line must have the members of one kind only; got more.");

    private LogLine WithoutWrite() =>
        this with { Frame = null, At = null, Write = null, Address = null, Width = null, Value = null };

    private static string PhaseName(ActLine act) => act.Phase == MoviePhase.Callback ? Callback : Between;

    private MoviePhase PhaseOf() => At switch
    {
        Callback => MoviePhase.Callback,
        Between => MoviePhase.Between,
        null => throw Lacks("at"),
        _ => throw new MovieFormatException($"at must be callback or between; got \"{Parameters.Shorten(At)}\"."),
    };

    private int WidthOf() => Width ?? throw Lacks("width");

    private uint AddressOf() => Address ?? throw Lacks("address");

    private uint UnsignedOf() => Value switch
    {
        null => throw Lacks("value"),
        >= 0 and <= uint.MaxValue => (uint)Value.Value,
        { } value => throw new MovieFormatException($"value must be 0 to 4294967295; got {value}."),
    };

    private int SignedOf() => Value switch
    {
        null => throw Lacks("value"),
        >= int.MinValue and <= int.MaxValue => (int)Value.Value,
        { } value => throw new MovieFormatException($"value must be -2147483648 to 2147483647; got {value}."),
    };

    private static int MaskOf(IReadOnlyList<string?> names)
    {
        var mask = 0;
        foreach (var name in names)
        {
            mask |= Enum.TryParse<Buttons>(name, out var button) && button.ToString() == name && int.PopCount((int)button) == 1
                ? (int)button
                : throw new MovieFormatException("buttons must have A, B, Select, Start, Right, Left, Up, Down, R and L only; got "
                    + $"\"{Parameters.Shorten(name ?? "null")}\".");
        }

        return mask;
    }

    private static string Hex(ulong hash) => hash.ToString("x16", CultureInfo.InvariantCulture);

    private static ulong HashOf(string? text) =>
        text is { Length: 16 } && ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hash)
            ? hash
            : throw new MovieFormatException($"A hash must be 16 hexadecimal digits; got \"{Parameters.Shorten(text ?? "null")}\".");

    private static MovieFormatException Lacks(string member) => new($"{member} is required.");
}
