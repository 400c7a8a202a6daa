using System.Globalization;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Parses the facts of a <c>hello</c> or <c>info</c> reply (docs/protocol/commands.md, "Facts").</summary>
internal static class FactsReader
{
    /// <summary>Parses the facts. Ignores unknown keys; missing ones become empty.</summary>
    public static EmulatorFacts Read(EmulatorReply reply)
    {
        // The header's facts are added last, so that the payload can't replace them.
        var facts = new Dictionary<string, string>();
        ReadLines(reply.Payload.Span, facts);
        for (var arguments = reply.Arguments; !arguments.IsEmpty;)
            Add(WireArguments.TakeNext(ref arguments), facts);

        string Text(string key) => facts.GetValueOrDefault(key, "");
        long Number(string key) => long.TryParse(Text(key), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

        return new EmulatorFacts(
            (int)Number("protocol"), Text("script"), Text("instance"), Text("mgba"), Text("platform"), Text("title"), Text("code"),
            Text("crc32"), Number("size"), Text("capabilities").Split(',', StringSplitOptions.RemoveEmptyEntries))
        {
            Model = facts.GetValueOrDefault("model"),
            Crashed = Number("crashed") == 1,
            FrameCycles = (int)Number("framecycles"),
            Frequency = (int)Number("frequency"),
            Commands = Number("commands"),
            WindowUsed = facts.ContainsKey("windowused") ? Number("windowused") / 1000.0 : null, // Sent in thousandths.
            Cancelled = Number("cancelled"),
            Memory = Number("memory"),
            Files = ReadFiles(facts),
        };
    }

    private static GameFiles ReadFiles(Dictionary<string, string> facts)
    {
        string? Text(string key) => facts.GetValueOrDefault(key) is { Length: > 0 } text ? text : null;
        bool? isWritable = Text("savewritable") switch { "1" => true, "0" => false, _ => null };
        return new GameFiles(Text("file"), Text("save"), isWritable, Text("saveproblem"), Text("patch"), Text("patchproblem"));
    }

    // The receiver validates the header's arguments; the payload's lines are validated here.
    private static void ReadLines(ReadOnlySpan<byte> payload, Dictionary<string, string> facts)
    {
        if (payload.Length > WireLimits.FactBytes)
            return;
        foreach (var line in payload.Split((byte)'\n'))
        {
            if (WireArguments.IsValid(payload[line]))
                Add(payload[line], facts);
        }
    }

    private static void Add(ReadOnlySpan<byte> argument, Dictionary<string, string> facts)
    {
        var fact = WireArguments.Decode(argument);
        var separator = fact.IndexOf('=', StringComparison.Ordinal);
        if (separator > 0)
            facts[fact[..separator]] = fact[(separator + 1)..];
    }
}
