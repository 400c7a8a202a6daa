using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>Where a caller continues: work on the receive thread delays all other replies.</summary>
public sealed class ReusableSocketContinuationTests : FakedSocket
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);

    [Theory]
    [InlineData(true, 0, true)]
    [InlineData(true, 16_384, true)]
    [InlineData(true, 16_385, false)]
    [InlineData(true, 100_000, false)]
    [InlineData(false, 0, false)]
    public async Task Only_a_small_reply_continues_inline_and_only_if_requested(bool isRequested, int bytes, bool inPlace)
    {
        var callers = StackAsync(Read with { ContinuesInline = isRequested });
        await (await Fake.NextRequestAsync()).ReplyAsync("ok", [], new byte[bytes]);
        Assert.Equal(inPlace, IsReceiving(await callers));
    }

    // All of them use the same slot, so a refused one comes after one that continued inline.
    [Fact]
    public async Task A_failed_request_never_continues_inline()
    {
        var request = Read with { ContinuesInline = true };
        for (var round = 0; round < 3; round++)
        {
            var good = StackAsync(request);
            await (await Fake.NextRequestAsync()).ReplyAsync();
            Assert.True(IsReceiving(await good));

            var refused = StackAsync(request);
            await (await Fake.NextRequestAsync()).RefuseAsync("no-game");
            Assert.False(IsReceiving(await refused));
        }

        var lost = StackAsync(request);
        (await Fake.NextRequestAsync()).Connection.Reset();
        Assert.False(IsReceiving(await lost));
    }

    // Returns the stack above the continuation.
    private async Task<string> StackAsync(EmulatorRequest request)
    {
        try
        {
            using var reply = await Connection.SendAsync(request, long.MaxValue, CancellationToken.None).ConfigureAwait(false);
            return Environment.StackTrace;
        }
        catch (EmulatorException)
        {
            return Environment.StackTrace;
        }
    }

    private static bool IsReceiving(string callers) => callers.Contains($"{typeof(ReusableSocket).FullName}.", StringComparison.Ordinal);
}
