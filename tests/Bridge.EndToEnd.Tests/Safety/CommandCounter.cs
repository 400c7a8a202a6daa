using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Reads from the script, over a separate connection, how many commands it has received from all clients.</summary>
internal sealed class CommandCounter(RealEmulator emulator) : IAsyncDisposable
{
    private readonly EmulatorClient _client = new("counter",
        new EmulatorOptions { Port = emulator.Port, Secret = emulator.Secret, Connections = 1 }, TimeProvider.System, NullLogger.Instance);

    public async Task<long> ReadAsync()
    {
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.Running, "the counter is connected");
        await _client.RefreshAsync(CancellationToken.None);
        return _client.Status.Facts!.Commands;
    }

    /// <summary>
    /// Fails unless exactly <paramref name="expected"/> commands reach the script during the action. One more may be the bridge's own,
    /// which ends a subscription to events that nobody uses; then the action runs again.
    /// </summary>
    public async Task CountsAsync(long expected, Func<Task> act)
    {
        var count = await CountAsync(act);
        Assert.Equal(expected, count == expected + 1 ? await CountAsync(act) : count);
    }

    private async Task<long> CountAsync(Func<Task> act)
    {
        var before = await ReadAsync();
        await act();
        return await ReadAsync() - before;
    }

    public ValueTask DisposeAsync() => _client.DisposeAsync();
}
