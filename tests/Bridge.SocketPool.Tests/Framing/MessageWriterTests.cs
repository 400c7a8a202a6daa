using System.Buffers;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.SocketPool.Tests.Framing;

public sealed class MessageWriterTests
{
    [Fact]
    public void Writes_as_the_protocol_shows()
    {
        Assert.Equal("17 memory.get 48213377 0 33554464 2 -\n<|END|>",
            Write(17, 48213377, CommandTable.MemoryGet.Request(33554464, 2, null)));
        Assert.Equal("18 echo 48213401 5\nhello<|END|>", Write(18, 48213401, CommandTable.Echo.Request() with { Text = "hello" }));
        Assert.Equal("0 cancel 1 0 17\n<|END|>", Write(0, 1, CommandTable.Cancel.Request(17)));
    }

    [Fact]
    public void Written_data_reads_back_unchanged() => Prop.ForAll<PositiveInt, NonNull<string>, byte[]>((id, text, payload) =>
    {
        var argument = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text.Get));
        var request = CommandTable.MemoryWrite.Request(id.Get, argument) with { Payload = payload };
        var output = new ArrayBufferWriter<byte>();
        MessageWriter.Write(output, id.Get, 5, request, MessageWriter.PayloadLength(request));
        var message = Assert.Single(MessageSplitter.Read(output.WrittenSpan).Messages);
        return message.Id == id.Get && message.Word == "memory.write" && message.Payload.SequenceEqual(payload)
            && MessageSplitter.Decode(message.Arguments).SequenceEqual([$"{id.Get}", argument]);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Arguments_that_fill_the_header_line_are_written_and_longer_ones_refused()
    {
        var longest = Enumerable.Range(900, 124).Last(length => Fits(new string('a', length)));
        Assert.InRange(longest, 980, WireLimits.HeaderBytes);
        Assert.False(Fits(new string('a', longest + 1)));
        Assert.False(Fits(new string(' ', longest / 2)));

        static bool Fits(string argument)
        {
            var output = new ArrayBufferWriter<byte>();
            var request = CommandTable.WriteLog.Request(argument, long.MaxValue);
            try
            {
                MessageWriter.Write(output, 1, 1, request, 0);
                return MessageSplitter.Read(output.WrittenSpan).Messages.Count == 1;
            }
            catch (ArgumentException)
            {
                Assert.Equal(0, output.WrittenCount);
                return false;
            }
        }
    }

    [Fact]
    public void A_payload_of_2_MiB_is_written_and_one_byte_more_refused()
    {
        var output = new ArrayBufferWriter<byte>();
        MessageWriter.Write(output, 1, 1, Echo(WireLimits.PayloadBytes), WireLimits.PayloadBytes);
        Assert.Single(MessageSplitter.Read(output.WrittenSpan).Messages);

        Assert.Equal(WireLimits.PayloadBytes, MessageWriter.PayloadLength(Echo(WireLimits.PayloadBytes)));
        Assert.Throws<ArgumentException>(() => MessageWriter.PayloadLength(Echo(WireLimits.PayloadBytes + 1)));
    }

    private static EmulatorRequest Echo(int length) => CommandTable.Echo.Request() with { Payload = new byte[length] };

    private static string Write(long id, long clock, EmulatorRequest request)
    {
        var output = new ArrayBufferWriter<byte>();
        MessageWriter.Write(output, id, clock, request, MessageWriter.PayloadLength(request));
        return Encoding.UTF8.GetString(output.WrittenSpan);
    }
}
