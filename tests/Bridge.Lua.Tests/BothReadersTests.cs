using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.Testing;
using Bridge.Testing.Fuzzing;

namespace Bridge.Lua.Tests;

/// <summary>The bridge and the script parse the same messages from the same bytes, broken streams included.</summary>
public sealed class BothReadersTests
{
    private static readonly string[] Arguments = ["", "-", "--", "33554464", "u16", "eq:-3", "a b", "%", "é", "<|END|>", "\n"];

    [Fact]
    public void Both_parsers_read_a_stream_the_same_way()
    {
        using var script = new ScriptReader();
        Fuzz.Run("both readers", 10_000, random =>
        {
            byte[] bytes = [.. Enumerable.Range(0, 1 + random.Next(3)).SelectMany(_ => Message(random))];
            for (var i = random.Next(4); i > 0; i--)
                bytes = Mutations.Mutate(random, bytes);
            Assert.Equal(script.Read(bytes), Read(bytes));
        });
    }

    private static byte[] Message(Random random) => WireText.Message(
        random.NextInt64(1L << random.Next(54)), "memory.get", random.Next(-5, 1_000_000),
        Enumerable.Range(0, random.Next(5)).Select(_ => Arguments[random.Next(Arguments.Length)]),
        Encoding.UTF8.GetBytes(Mutations.Text(random)));

    // In the same format as lua/spec/fuzz/digest.lua.
    private static string Read(ReadOnlySpan<byte> bytes)
    {
        var seen = new StringBuilder();
        while (!bytes.IsEmpty)
        {
            var status = MessageHeader.TryRead(bytes, out var header, out _);
            if (status == OperationStatus.InvalidData)
                return seen.Append("broken").ToString();
            if (status == OperationStatus.NeedMoreData || bytes.Length < header.MessageLength)
                return seen.ToString();
            if (!bytes[..header.MessageLength].EndsWith(WireLimits.Terminator))
                return seen.Append("broken").ToString();
            seen.Append(CultureInfo.InvariantCulture, $"{header.Id} {Encoding.ASCII.GetString(header.Word)} {header.Number}");
            for (var rest = header.Arguments; !rest.IsEmpty;)
                seen.Append(' ').Append(Hex(WireArguments.TakeNext(ref rest)));
            seen.Append(CultureInfo.InvariantCulture,
                $" : {Convert.ToHexStringLower(bytes.Slice(header.HeaderLength, header.PayloadLength))}\n");
            bytes = bytes[header.MessageLength..];
        }

        return seen.ToString();
    }

    // The decoded bytes of an argument, as the script has them; "-" is the empty one. The bridge decodes to text, so this also checks that
    // its text is that of the bytes.
    private static string Hex(ReadOnlySpan<byte> argument)
    {
        var bytes = new List<byte>();
        for (var i = 0; i < argument.Length && argument is not [(byte)'-']; i++)
        {
            bytes.Add(argument[i] == '%' ? Convert.FromHexString(Encoding.ASCII.GetString(argument.Slice(i + 1, 2)))[0] : argument[i]);
            i += argument[i] == '%' ? 2 : 0;
        }

        Assert.Equal(Encoding.UTF8.GetString([.. bytes]), WireArguments.Decode(argument));
        return Convert.ToHexStringLower([.. bytes]);
    }
}
