using Bridge.Testing;
using Bridge.Testing.Faults;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>When a fault strikes; in the order of the table's columns.</summary>
public enum Moment
{
    Idle,
    OneInFlight,
    FiftyInFlight,
    MiddleOfReply,
    MiddleOfRequest,
    Connect,
    Hello,
}

/// <summary>The table of docs/reliability.md: how requests end, for each fault and each moment.</summary>
internal static class ReliabilityTable
{
    private static readonly Dictionary<string, Fault> Names = new()
    {
        ["none"] = Fault.None,
        ["latency"] = Fault.Latency,
        ["one byte at a time"] = Fault.OneByte,
        ["bandwidth"] = Fault.Bandwidth,
        ["black hole"] = Fault.BlackHole,
        ["reset"] = Fault.Reset,
        ["half close"] = Fault.HalfClose,
        ["slow close"] = Fault.SlowClose,
        ["cut after 10 bytes"] = Fault.Cut,
        ["duplicate reply"] = Fault.Duplicate,
        ["unsolicited reply"] = Fault.Unsolicited,
        ["wrong id"] = Fault.WrongId,
        ["garbage"] = Fault.Garbage,
        ["missing terminator"] = Fault.MissingTerminator,
        ["shifted terminator"] = Fault.ShiftedTerminator,
        ["10 MB reply"] = Fault.HugeReply,
    };

    /// <summary>
    /// Reads its rows, each of one fault or several; each cell says how a read ends and, after a slash if it differs, how a press ends.
    /// </summary>
    public static IReadOnlyDictionary<Fault, IReadOnlyList<string>> Rows { get; } = Read();

    private static Dictionary<Fault, IReadOnlyList<string>> Read()
    {
        var lines = File.ReadAllLines(RepositoryRoot.Combine("docs", "reliability.md"));
        var head = Array.FindIndex(lines, line => line.StartsWith("| fault |", StringComparison.Ordinal));
        return lines[(head + 2)..].TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries))
            .SelectMany(cells => cells[0].Split(", ").Select(name => (Fault: Names[name], Ends: cells[1..])))
            .ToDictionary(row => row.Fault, IReadOnlyList<string> (row) => row.Ends);
    }
}
