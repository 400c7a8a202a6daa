using System.Diagnostics.Metrics;
using Bridge.RawListener.Commands;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Diagnostics;
using Bridge.RawListener.Input;
using Bridge.RawListener.Model;
using Bridge.RawListener.Replies;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener;

/// <summary>Serves the protocol for messages without HTTP (docs/protocol/raw-listener.md) on given listeners.</summary>
/// <param name="host">The functions of the surrounding program.</param>
/// <param name="options">The settings, which must be valid.</param>
/// <param name="meter">The meter for its instruments.</param>
/// <param name="time">The clock for timeouts.</param>
/// <param name="logger">The logger.</param>
public sealed class RawServer(RawHost host, RawOptions options, Meter meter, TimeProvider time, ILogger<RawServer> logger)
    : IAsyncDisposable
{
    private readonly List<IConnectionListener> _listeners = [];
    private readonly RawMeters _meters = new(meter);
    private readonly CommandDispatcher _dispatcher = new(host, time, logger);
    private readonly InputMemory _memory = new(host.TryHoldInput);
    private readonly SemaphoreSlim _places = new(options.Connections);
    private readonly CancellationTokenSource _stopping = new();
    private readonly CancellationTokenSource _aborted = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _running = Task.CompletedTask;
    // The open connections, and one for the listeners.
    private int _open = 1;

    /// <summary>Serves the clients of a listener. Must be called before <see cref="RunAsync"/>.</summary>
    /// <param name="listener">The listener. OWNED BY THIS from here on.</param>
    /// <param name="place">Its address, for the log.</param>
    public void Add(IConnectionListener listener, string place)
    {
        _listeners.Add(listener);
        Log.Listens(logger, place);
    }

    /// <summary>Serves clients until <see cref="Stop"/>. May be called only once.</summary>
    /// <returns>A task that completes when the last client has gone, or fails if a listener does.</returns>
    public Task RunAsync() => _running = ServeAllAsync();

    /// <summary>Accepts no more clients and reads nothing more. Clients with pending commands are closed after their replies.</summary>
    public void Stop() => _stopping.Cancel();

    /// <summary>Stops without waiting for any client.</summary>
    public void Abort()
    {
        Stop();
        _aborted.Cancel();
    }

    /// <summary>Stops without waiting for any client, and closes the listeners.</summary>
    public async ValueTask DisposeAsync()
    {
        Abort();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var listener in _listeners)
            await listener.DisposeAsync();
    }

    private async Task ServeAllAsync()
    {
        await Task.WhenAll(_listeners.Select(AcceptAsync));
        CountClosed();
        await _ended.Task;
    }

    private async Task AcceptAsync(IConnectionListener listener)
    {
        await using (listener)
        using (_stopping.Token.UnsafeRegister(static listener => ((IConnectionListener)listener!).UnbindAsync().AsTask(), listener))
        {
            try
            {
                while (await listener.AcceptAsync() is { } connection)
                    _ = ServeAsync(connection);
            }
            finally
            {
                // If this one failed, the others end as well.
                Stop();
            }
        }
    }

    // An internal error closes one client and no other.
    private async Task ServeAsync(ConnectionContext connection)
    {
        Interlocked.Increment(ref _open);
        try
        {
            await using (connection)
            using (_aborted.Token.UnsafeRegister(static connection => ((ConnectionContext)connection!).Abort(), connection))
                await AdmitAsync(connection);
        }
        catch (Exception exception)
        {
            Log.ClientDropped(logger, exception);
        }
        finally
        {
            CountClosed();
        }
    }

    private async Task AdmitAsync(ConnectionContext connection)
    {
        if (!_places.Wait(0))
        {
            await RefuseAsync(connection, RawReply.Error(RawProblems.Overloaded,
                $"The raw listener already has {options.Connections} clients, the maximum.", safeToRepeat: true));
            return;
        }

        try
        {
            if (host.RefuseAccount(connection) is { } refusal)
                await RefuseAsync(connection, refusal);
            else
                await ServeClientAsync(connection);
        }
        finally
        {
            _places.Release();
        }
    }

    private async Task ServeClientAsync(ConnectionContext connection)
    {
        _meters.OnOpened();
        try
        {
            await new RawConnection(connection, host, _dispatcher, _memory, _meters, options.Patience, time).ServeAsync(_stopping.Token);
        }
        finally
        {
            _meters.OnClosed();
        }
    }

    // A new connection has room for one reply, so the bridge need not wait for the client.
    private async Task RefuseAsync(ConnectionContext connection, RawReply refusal)
    {
        _meters.OnRefused();
        ReplyWriter.Write(connection.Transport.Output, refusal);
        await connection.Transport.Output.FlushAsync(_aborted.Token);
    }

    private void CountClosed()
    {
        if (Interlocked.Decrement(ref _open) == 0)
            _ended.TrySetResult();
    }
}
