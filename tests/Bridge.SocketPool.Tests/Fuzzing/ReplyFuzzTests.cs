using System.Buffers;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;
using Bridge.Testing;
using Bridge.Testing.Fuzzing;

namespace Bridge.SocketPool.Tests.Fuzzing;

/// <summary>Random replies that fit the grammar: each is parsed, or refused as a protocol error.</summary>
public sealed class ReplyFuzzTests
{
    private static readonly string[] Words = ["ok", "ok", "ok", "skipped", "failed", "no-such"];

    private static readonly string[] Arguments =
    [
        "", "0", "1", "-1", "2", "3", "8", "255", "256", "65536", "4294967295", "4294967296", "9999999999999999",
        "-9999999999999999", "wram:33554432:262144",
        "wram:33554432:262144:33816576:EWRAM", "a:b:c", "::", "r0=7", "r0=", "=", "platform=GBA", "size=x",
        "protocol=99999999999", "capabilities=,,", "\0",
        "é", "a b", "[1].x",
    ];

    private static readonly string[] FactKeys = ["file", "save", "savewritable", "saveproblem", "patch", "patchproblem", "title", ""];

    [Fact]
    public void A_reply_is_read_or_refused() => Fuzz.Run("reply", 20_000, random =>
    {
        Reads(() =>
        {
            using var reply = Reply(random);
            var facts = FactsReader.Read(reply);
            Assert.NotNull(facts.Capabilities);
            Assert.NotEqual("", facts.Files.Rom);
        });
        Reads(() =>
        {
            using var reply = new BatchReply(Reply(random), random.Next(4));
            foreach (var result in reply.Results)
            {
                Reads(() => _ = result.Number);
                Reads(() => _ = result.Size);
                Reads(() => _ = result.AddressOf(MemoryAddress.FromChain("[1]")));
            }
        });
        var act = new EmulatorAct();
        for (var reads = random.Next(4); reads > 0; reads--)
            act.Reads.ReadValue(0, 1, null);
        if (random.Next(2) == 0)
            act.Await(new AwaitedConditions(false, ["value 0 u8 - changed 1 1"], 1));
        Reads(() => new ActReply(Reply(random), act).Dispose());
        Reads(() => MemoryDomain.Read(Any(random)));
        Reads(() =>
        {
            using var reply = Reply(random);
            WatchReading.Read(reply.Arguments, reply.Payload.Span, reply.Frame);
        });
    });

    // Reads a reply, which may fail only as an invalid reply does.
    private static void Reads(Action read)
    {
        try
        {
            read();
        }
        catch (EmulatorException exception)
        {
            Assert.Equal(EmulatorFailure.ProtocolError, exception.Failure);
        }
    }

    private static EmulatorReply Reply(Random random)
    {
        var payload = random.Next(4) switch { 0 => [], 1 => FactLines(random), _ => Messages(random) };
        if (random.Next(4) == 0)
            payload = Mutations.Mutate(random, payload);
        var bytes = WireText.Message(1, "ok", random.Next(-1, 1000), Some(random), payload);
        Assert.Equal(OperationStatus.Done, MessageHeader.TryRead(bytes, out var header, out _));
        return SmallReply.Copy(header, bytes.AsSpan(header.HeaderLength, header.PayloadLength));
    }

    private static byte[] Messages(Random random) =>
    [
        .. Enumerable.Range(1, random.Next(5)).SelectMany(id => WireText.Message(
            random.Next(20) == 0 ? 9 : id, Words[random.Next(Words.Length)], 5, Some(random), Encoding.UTF8.GetBytes(Any(random)))),
    ];

    private static byte[] FactLines(Random random) => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, random.Next(8))
        .Select(_ => $"{FactKeys[random.Next(FactKeys.Length)]}={(random.Next(2) == 0 ? WireText.Encode(Any(random)) : Any(random))}\n")));

    private static string[] Some(Random random) => [.. Enumerable.Range(0, random.Next(8)).Select(_ => Any(random))];

    private static string Any(Random random) => Arguments[random.Next(Arguments.Length)];
}
