using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests;

/// <summary>One connection to a fake emulator, with the system clock.</summary>
public abstract class FakedSocket : IAsyncLifetime
{
    private protected FakeEmulator Fake { get; } = new();

    private protected ReusableSocket Connection { get; private set; } = null!;

    private protected static FaultLog Faults { get; } = new("default", TimeProvider.System, NullLogger.Instance);

    public async ValueTask InitializeAsync() =>
        Connection = await ReusableSocket.ConnectAsync(
            new EmulatorOptions { Port = Fake.Port }, TimeProvider.System,
            new EmulatorMeters("default", TimeProvider.System, null, Faults),
            (in _) => { }, Faults, NullLogger.Instance, TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        Connection.Dispose();
        await Fake.DisposeAsync();
        GC.SuppressFinalize(this);
    }
}
