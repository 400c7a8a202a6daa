using System.Buffers;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Framing;

/// <summary>The vectors of tests/vectors/messages.txt, each as a whole, with guard bytes around it, and cut at every byte.</summary>
public sealed class MessageHeaderTests
{
    public static TheoryData<string> Vectors() => [.. VectorFile.Read().Select(vector => vector.Name)];

    [Theory, MemberData(nameof(Vectors))]
    public void Reads_a_vector_as_it_says(string name)
    {
        var vector = VectorNamed(name);
        AssertReads(vector, MessageSplitter.Read(vector.Bytes));
    }

    [Theory, MemberData(nameof(Vectors))]
    public void Reads_no_byte_past_the_end(string name)
    {
        var vector = VectorNamed(name);
        var guarded = new byte[vector.Bytes.Length + 64];
        guarded.AsSpan().Fill((byte)'\n');
        vector.Bytes.CopyTo(guarded, 32);
        AssertReads(vector, MessageSplitter.Read(guarded.AsSpan(32, vector.Bytes.Length)));
    }

    [Theory, MemberData(nameof(Vectors))]
    public void Gives_the_same_result_for_any_pieces(string name)
    {
        var vector = VectorNamed(name);
        AssertReads(vector, MessageSplitter.ReadInPieces(vector.Bytes, Enumerable.Range(0, vector.Bytes.Length + 1)));
        for (var split = 0; split <= vector.Bytes.Length; split++)
            AssertReads(vector, MessageSplitter.ReadInPieces(vector.Bytes, [split, vector.Bytes.Length]));
    }

    [Fact]
    public void A_header_line_of_1024_bytes_is_read_and_one_of_1025_refused()
    {
        var longest = Encoding.ASCII.GetBytes($"1 ping 0 0 {new string('a', 1024 - 12)}\n");
        Assert.Equal(1024, longest.Length);
        Assert.Equal(OperationStatus.Done, MessageHeader.TryRead(longest, out _, out _));

        var tooLong = Encoding.ASCII.GetBytes($"1 ping 0 0 {new string('a', 1024 - 11)}\n");
        Assert.Equal(OperationStatus.InvalidData, MessageHeader.TryRead(tooLong, out _, out _));
        Assert.Equal(OperationStatus.NeedMoreData, MessageHeader.TryRead(tooLong.AsSpan(0, 1023), out _, out _));
        Assert.Equal(OperationStatus.InvalidData, MessageHeader.TryRead(tooLong.AsSpan(0, 1024), out _, out _));
    }

    [Fact]
    public void A_payload_of_2_MiB_is_announced_and_one_byte_more_refused()
    {
        Assert.Equal(OperationStatus.Done, MessageHeader.TryRead("1 echo 0 2097152\n"u8, out var header, out _));
        Assert.Equal(WireLimits.PayloadBytes, header.PayloadLength);
        Assert.Equal(OperationStatus.InvalidData, MessageHeader.TryRead("1 echo 0 2097153\n"u8, out _, out var error));
        Assert.Contains("2097153", error, StringComparison.Ordinal);
    }

    private static Vector VectorNamed(string name) => VectorFile.Read().Single(vector => vector.Name == name);

    private static void AssertReads(Vector vector, MessageSplitter.Result result)
    {
        Assert.Equal(vector.Messages.Count, result.Messages.Count);
        foreach (var (expected, actual) in vector.Messages.Zip(result.Messages))
        {
            Assert.Equal((expected.Id, expected.Word, expected.Number, expected.Arguments),
                (actual.Id, actual.Word, actual.Number, actual.Arguments));
            Assert.Equal(expected.Payload, actual.Payload);
            if (expected.Decoded is { } decoded)
                Assert.Equal(decoded.Select(Encoding.UTF8.GetString), MessageSplitter.Decode(actual.Arguments));
        }

        Assert.Equal((vector.IsIncomplete, vector.Error is not null), (result.IsIncomplete, result.IsBroken));
    }
}
