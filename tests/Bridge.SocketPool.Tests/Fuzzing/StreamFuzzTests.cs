using System.Buffers;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Tests.Framing;
using Bridge.Testing;
using Bridge.Testing.Fuzzing;

namespace Bridge.SocketPool.Tests.Fuzzing;

/// <summary>Valid and broken messages on the wire: each gives a value or a refusal, independent of how the bytes arrive.</summary>
public sealed class StreamFuzzTests
{
    [Fact]
    public void A_broken_stream_gives_the_same_result_in_any_pieces() => Fuzz.Run("stream", 20_000, random =>
    {
        byte[] bytes = [.. Enumerable.Range(0, 1 + random.Next(4)).SelectMany(_ => Message(random))];
        for (var i = random.Next(4); i > 0; i--)
            bytes = Mutations.Mutate(random, bytes);
        var whole = MessageSplitter.Read(bytes);
        var pieces = MessageSplitter.ReadInPieces(bytes, Mutations.Cuts(random, bytes.Length));
        Assert.Equal(Describe(whole), Describe(pieces));
    });

    [Fact]
    public void Written_data_reads_back_unchanged() => Fuzz.Run("writer", 10_000, random =>
    {
        var texts = Enumerable.Range(0, random.Next(6)).Select(_ => Mutations.Mutate(random, Mutations.Text(random))).ToArray();
        RequestArgument[] arguments = [.. texts.Select(text => (RequestArgument)text)];
        var payload = new byte[random.Next(4) == 0 ? random.Next(5000) : random.Next(20)];
        random.NextBytes(payload);
        var (id, clock) = (random.NextInt64(1L << 53), random.NextInt64(1L << 53));
        var request = CommandTable.MemoryWrite.Request(arguments) with { Category = ReplayCategory.ReadOnly, Payload = payload };
        var output = new ArrayBufferWriter<byte>();
        try
        {
            MessageWriter.Write(output, id, clock, request, MessageWriter.PayloadLength(request));
        }
        catch (ArgumentException)
        {
            Assert.Equal(0, output.WrittenCount);
            return;
        }

        var message = Assert.Single(MessageSplitter.Read(output.WrittenSpan).Messages);
        Assert.Equal((id, clock), (message.Id, message.Number));
        Assert.Equal(payload, message.Payload);
        Assert.Equal(texts.Select(Valid), MessageSplitter.Decode(message.Arguments));
    });

    [Fact]
    public void A_long_reply_is_the_same_in_any_pieces() => Fuzz.Run("long reply", 5_000, random =>
    {
        var payload = new byte[random.Next(3000)];
        random.NextBytes(payload);
        var arguments = Enumerable.Range(0, random.Next(5)).Select(_ => Valid(Mutations.Text(random))).ToArray();
        var bytes = WireText.Message(17, "ok", 1834, arguments, payload);
        // The last cut is never after the end of the message; its header line has arrived.
        if (MessageHeader.TryRead(bytes, out var header, out _) != OperationStatus.Done)
            return;
        using var reply = Take(header, bytes, header.HeaderLength + random.Next(bytes.Length - header.HeaderLength), random);
        Assert.Equal(payload, reply.Payload.ToArray());
        Assert.Equal(1834, reply.Frame);
        Assert.Equal(arguments, MessageSplitter.Decode(Encoding.ASCII.GetString(reply.Arguments)));
    });

    [Fact]
    public void An_argument_is_refused_or_comes_back() => Fuzz.Run("argument", 30_000, random =>
    {
        var written = new byte[WireLimits.HeaderBytes];
        var length = WireArguments.Encode(Mutations.Text(random), written);
        if (length < 0)
            return;
        var bytes = Mutations.Mutate(random, written.AsSpan(0, length));
        if (bytes.Contains((byte)' ') || !WireArguments.AreValid([(byte)' ', .. bytes]))
            return;
        var text = WireArguments.Decode(bytes);
        length = WireArguments.Encode(text, written);
        if (length > 0)
            Assert.Equal(text, WireArguments.Decode(written.AsSpan(0, length)));
    });

    private static byte[] Message(Random random)
    {
        var payload = new byte[random.Next(10) == 0 ? random.Next(2000) : random.Next(20)];
        random.NextBytes(payload);
        var word = random.Next(3) == 0 ? "ok" : "memory.get";
        return WireText.Message(random.NextInt64(1L << random.Next(54)), word, random.Next(-1, 100_000),
            Enumerable.Range(0, random.Next(5)).Select(_ => Valid(Mutations.Text(random))), payload);
    }

    private static EmulatorReply Take(in MessageHeader header, byte[] bytes, int come, Random random)
    {
        using var part = new PartialReply(header, bytes.AsSpan(0, come));
        Assert.Equal(come, part.Consumed);
        while (part.Missing is { IsEmpty: false } missing)
        {
            var count = 1 + random.Next(missing.Length);
            bytes.AsSpan(come, count).CopyTo(missing.Span);
            part.Add(count);
            come += count;
        }

        Assert.True(part.Terminator.SequenceEqual(WireLimits.Terminator));
        Assert.Equal((header.Id, "ok"), (part.Id, Encoding.ASCII.GetString(part.Word)));
        return part.ToReply();
    }

    // UTF-8 replaces unpaired surrogates.
    private static string Valid(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));

    private static string Describe(MessageSplitter.Result result) => string.Join('\n', result.Messages.Select(message =>
        $"{message.Id} {message.Word} {message.Number} {message.Arguments} {Convert.ToHexString(message.Payload)}"))
        + $"\n{result.IsBroken} {!result.IsBroken && result.IsIncomplete}";
}
