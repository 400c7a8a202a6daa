using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>Replies of every size, whole and in pieces.</summary>
public sealed class ReusableSocketPayloadTests : FakedSocket
{
    // Around the receive buffer of 64 KiB, where a reply is received in place instead of being copied.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_500)]
    [InlineData(65_514)]
    [InlineData(65_515)]
    [InlineData(65_516)]
    [InlineData(65_517)]
    [InlineData(65_536)]
    [InlineData(1_048_576)]
    [InlineData(2_097_152)]
    public async Task A_payload_comes_back_unchanged_between_others(int length)
    {
        var payload = new byte[length];
        new Random(length).NextBytes(payload);
        var small = Connection.SendAsync(Echo("before"u8.ToArray()), long.MaxValue, TestContext.Current.CancellationToken).AsTask();
        var large = Connection.SendAsync(Echo(payload), long.MaxValue, TestContext.Current.CancellationToken).AsTask();
        var after = Connection.SendAsync(Echo("after"u8.ToArray()), long.MaxValue, TestContext.Current.CancellationToken).AsTask();
        var bytes = new List<byte>();
        FakeConnection? connection = null;
        for (var i = 0; i < 3; i++)
        {
            var request = await Fake.NextRequestAsync();
            connection = request.Connection;
            bytes.AddRange(WireText.Message(request.Id, "ok", 7, [], request.Payload));
        }

        await connection!.SendAsync(bytes.ToArray());
        await AssertPayloadAsync("before"u8.ToArray(), small);
        await AssertPayloadAsync(payload, large);
        await AssertPayloadAsync("after"u8.ToArray(), after);
    }

    [Fact]
    public async Task Replies_that_arrive_byte_by_byte_are_assembled()
    {
        var texts = new[] { "", "hello", "before<|END|>after<|E", "\0\n\n\r\"'" };
        var replies = texts
            .Select(text => Connection.SendAsync(Echo(Encoding.UTF8.GetBytes(text)),
                long.MaxValue, TestContext.Current.CancellationToken).AsTask())
            .ToList();
        foreach (var _ in texts)
        {
            var request = await Fake.NextRequestAsync();
            foreach (var single in WireText.Message(request.Id, "ok", 7, ["an argument"], request.Payload))
                await request.Connection.SendAsync(new[] { single });
        }

        for (var i = 0; i < texts.Length; i++)
            await AssertPayloadAsync(Encoding.UTF8.GetBytes(texts[i]), replies[i]);
    }

    [Fact]
    public async Task A_reply_can_be_disposed_twice_and_not_read_afterwards()
    {
        var reply = Connection.SendAsync(Echo([1, 2, 3]), long.MaxValue, TestContext.Current.CancellationToken).AsTask();
        var request = await Fake.NextRequestAsync();
        await request.ReplyAsync("ok", [], request.Payload);
        var owned = await reply;
        owned.Dispose();
        owned.Dispose();
        Assert.Throws<ObjectDisposedException>(() => owned.Payload);
    }

    private static EmulatorRequest Echo(byte[] payload) => CommandTable.Echo.Request() with { Payload = payload };

    private static async Task AssertPayloadAsync(byte[] expected, Task<EmulatorReply> reply)
    {
        using var owned = await reply;
        Assert.True(owned.Payload.Span.SequenceEqual(expected));
        Assert.Equal(7, owned.Frame);
    }
}
