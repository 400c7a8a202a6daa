using System.Buffers;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.SocketPool.Tests.Framing;

/// <summary>Messages of raw-listener clients: each example as a whole, followed by other bytes, and byte by byte.</summary>
public sealed class CommandMessageTests
{
    [Theory]
    [InlineData("echo<|END|>", "echo", "", "")]
    [InlineData("hello 1 default -<|END|>", "hello", "1 default -", "")]
    [InlineData("\n\r\necho\nhello<|END|>", "echo", "", "hello")]
    [InlineData("echo\n<|END|>", "echo", "", "")]
    [InlineData("echo\nline\nline\n<|END|>", "echo", "", "line\nline\n")]
    [InlineData("echo/0\n<|END|>", "echo", "", "")]
    [InlineData("memory.write/9 33554432 -\na<|END|>b<|END|>", "memory.write", "33554432 -", "a<|END|>b")]
    [InlineData("echo\n<|END<|END|>", "echo", "", "<|END")]
    [InlineData("x.y-z 1 [[3]+4]-2 a%20b<|END|>", "x.y-z", "1 [[3]+4]-2 a%20b", "")]
    public void Reads_a_message(string text, string word, string arguments, string payload)
    {
        var bytes = Encoding.ASCII.GetBytes(text);
        AssertReads(bytes, bytes.Length, word, arguments, payload);
        AssertReads([.. bytes, .. "frames.wait 1<|END|>"u8], bytes.Length, word, arguments, payload);
        var scanned = 0;
        for (var length = 0; length < bytes.Length; length++)
            Assert.Equal(OperationStatus.NeedMoreData, CommandMessage.TryRead(bytes.AsSpan(0, length), ref scanned, out _, out _));
        Assert.Equal(OperationStatus.Done, CommandMessage.TryRead(bytes, ref scanned, out var message, out _));
        Assert.Equal((word, arguments, payload), Texts(message));
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n<|END|>", "grammar")]
    [InlineData("<|END|>", "grammar")]
    [InlineData("Echo<|END|>", "grammar")]
    [InlineData("echo <|END|>", "grammar")]
    [InlineData("echo  1<|END|>", "grammar")]
    [InlineData("echo a%2<|END|>", "grammar")]
    [InlineData("echo\r\n<|END|>", "grammar")]
    [InlineData("echo/5<|END|>", "length and no payload")]
    [InlineData("echo/\nhello<|END|>", "not a number of bytes")]
    [InlineData("echo/-1\nhello<|END|>", "not a number of bytes")]
    [InlineData("echo/12345678\nhello<|END|>", "not a number of bytes")]
    [InlineData("echo/5\nhello!<|END|>", "where its length says")]
    public void Refuses_an_invalid_message(string text, string because)
    {
        var scanned = 0;
        Assert.Equal(OperationStatus.InvalidData, CommandMessage.TryRead(Encoding.ASCII.GetBytes(text), ref scanned, out _, out var error));
        Assert.Contains(because, error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_first_line_of_1024_bytes_is_read_and_one_of_1025_refused()
    {
        var (longest, tooLong) = ($"echo {new string('a', 1024 - 6)}\n<|END|>", $"echo {new string('a', 1024 - 5)}\n<|END|>");
        var scanned = 0;
        Assert.Equal(OperationStatus.Done, CommandMessage.TryRead(Encoding.ASCII.GetBytes(longest), ref scanned, out _, out _));
        Assert.Equal(OperationStatus.InvalidData,
            CommandMessage.TryRead(Encoding.ASCII.GetBytes(tooLong), ref scanned, out _, out var error));
        Assert.Contains("1024", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("echo/2097152\n", "echo/2097153\n")]
    [InlineData("echo\n", "echo\n")]
    public void A_payload_of_2_MiB_is_read_and_one_byte_more_refused(string begin, string beginOfMore)
    {
        var payload = new byte[WireLimits.PayloadBytes + 1];
        var scanned = 0;
        Assert.Equal(OperationStatus.Done,
            CommandMessage.TryRead([.. Encoding.ASCII.GetBytes(begin), .. payload[1..], .. "<|END|>"u8], ref scanned,
                out var message, out _));
        Assert.Equal(WireLimits.PayloadBytes, message.Payload.Length);
        scanned = 0;
        Assert.Equal(OperationStatus.DestinationTooSmall,
            CommandMessage.TryRead([.. Encoding.ASCII.GetBytes(beginOfMore), .. payload, .. "<|END|>"u8], ref scanned,
                out _, out var error));
        Assert.Contains("2,097,152", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Line_ends_without_a_message_have_a_limit()
    {
        var scanned = 0;
        Assert.Equal(OperationStatus.NeedMoreData,
            CommandMessage.TryRead(Enumerable.Repeat((byte)'\n', 1023).ToArray(), ref scanned, out _, out _));
        Assert.Equal(OperationStatus.InvalidData,
            CommandMessage.TryRead(Enumerable.Repeat((byte)'\n', 1024).ToArray(), ref scanned, out _, out _));
    }

    private static void AssertReads(byte[] bytes, int length, string word, string arguments, string payload)
    {
        var scanned = 0;
        Assert.Equal(OperationStatus.Done, CommandMessage.TryRead(bytes, ref scanned, out var message, out var error));
        Assert.Null(error);
        Assert.Equal((word, arguments, payload), Texts(message));
        Assert.Equal(length, message.Length);
    }

    private static (string Word, string Arguments, string Payload) Texts(CommandMessage message) =>
        (Encoding.ASCII.GetString(message.Word), Encoding.ASCII.GetString(message.Arguments), Encoding.ASCII.GetString(message.Payload));
}
