using System.Text;
using Bridge.Doors.BizHawk.Messages;

namespace Bridge.Api.Tests.Doors.BizHawk;

public sealed class LineReaderTests
{
    [Theory]
    [InlineData("VERSION\n", "VERSION")]
    [InlineData("VERSION\r\n[]\n", "VERSION", "[]")]
    [InlineData("\n\r\n\r\r\n", "", "", "\r")]
    [InlineData("a\nb", "a")]
    public void Lines_are_the_same_however_they_arrive(string bytes, params string[] lines)
    {
        for (var size = 1; size <= bytes.Length; size++)
        {
            var reader = new LineReader();
            var taken = Encoding.ASCII.GetBytes(bytes).Chunk(size).SelectMany(chunk => Take(reader, chunk)).ToArray();
            Assert.Equal(lines, taken);
            Assert.False(reader.IsTooLong);
        }
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    public void A_line_has_a_limit(int more, bool isTooLong)
    {
        var reader = new LineReader();
        var line = new byte[ConnectorLimits.LineBytes + more];
        Assert.Equal(isTooLong ? 0 : 1, Take(reader, [.. line, (byte)'\n']).Count);
        Assert.Equal(isTooLong, reader.IsTooLong);
    }

    private static List<string> Take(LineReader reader, byte[] received)
    {
        List<string> lines = [];
        ReadOnlySpan<byte> bytes = received;
        while (!bytes.IsEmpty)
        {
            if (reader.Take(ref bytes) is { } line)
                lines.Add(Encoding.ASCII.GetString(line));
        }

        return lines;
    }
}
