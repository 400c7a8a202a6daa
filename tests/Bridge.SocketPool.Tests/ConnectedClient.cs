using Bridge.SocketPool.Commands;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests;

/// <summary>A client and the emulator that it is connected to.</summary>
public abstract class ConnectedClient : IAsyncLifetime
{
    private protected static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);

    /// <summary>A press of A: 6 frames down, 2 frames up, and the reply waits for its end.</summary>
    private protected static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);

    private protected FakeEmulator Fake { get; } = new();

    private protected EmulatorClient Client { get; private set; } = null!;

    public ValueTask InitializeAsync()
    {
        Client = NewClient(new EmulatorOptions
        {
            Port = Fake.Port,
            PausedAfter = TimeSpan.FromMilliseconds(200),
            PingInterval = TimeSpan.FromMilliseconds(20),
        });
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await Client.DisposeAsync();
        await Fake.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    private protected static EmulatorClient NewClient(EmulatorOptions options, TimeProvider? time = null) =>
        new("default", options, time ?? TimeProvider.System, NullLogger.Instance);

    private protected static Task RunningAsync(EmulatorClient client) =>
        Eventually.HoldsAsync(() => client.Status.OpenConnections == 2 && client.State == EmulatorState.Running);

    private protected Task RunningAsync() => RunningAsync(Client);

    private protected async Task<EmulatorReply> AskAsync(EmulatorRequest request)
    {
        var reply = Client.SendAsync(request, CancellationToken.None).AsTask();
        await (await Fake.NextRequestAsync(request.Command)).ReplyAsync("1");
        return await reply;
    }
}
