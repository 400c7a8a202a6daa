using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Scheduling;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Scheduling;

/// <summary>A socket thread sends what it has queued at the end of its round, or earlier if that is much.</summary>
public sealed class RoundEndTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);

    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private ReusableSocket _socket = null!;

    public async ValueTask InitializeAsync()
    {
        var faults = new FaultLog("default", _time, NullLogger.Instance);
        _socket = await ReusableSocket.ConnectAsync(
            new EmulatorOptions { Port = _fake.Port, InFlight = 64 }, _time, new EmulatorMeters("default", _time, null, faults),
            (in _) => { }, faults, NullLogger.Instance, TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await _fake.DisposeAsync();
    }

    // 8 requests are sent as they come. Of more, those in flight decide how many are queued.
    [Theory]
    [InlineData(9)]
    [InlineData(12)]
    [InlineData(64)]
    public async Task Everything_that_a_socket_thread_queues_is_sent(int requests)
    {
        for (var round = 0; round < 3; round++)
        {
            var replies = OnSocketThread(requests);
            foreach (var _ in replies)
                await (await _fake.NextRequestAsync("memory.get")).ReplyAsync("1");
            foreach (var reply in replies)
                (await reply).Dispose();
        }
    }

    private List<Task<EmulatorReply>> OnSocketThread(int requests)
    {
        var replies = new List<Task<EmulatorReply>>();
        var thread = new Thread(() =>
        {
            SocketThread.Report(this);
            for (var i = 0; i < requests; i++)
                replies.Add(_socket.SendAsync(Read, long.MaxValue, CancellationToken.None).AsTask());
        });
        thread.Start();
        thread.Join();
        return replies;
    }
}
