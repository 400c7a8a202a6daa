using System.Diagnostics.Metrics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Loop;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener;

/// <summary>
/// Serves the protocol for messages without HTTP (docs/protocol/raw-listener.md) on given sockets. One thread serves all clients, and an
/// idle client takes some hundred bytes.
/// </summary>
public sealed class RawServer : IAsyncDisposable
{
    private const int Backlog = 4096;

    private readonly List<Socket> _listeners = [];
    private readonly RawSupervisor _supervisor;
    private readonly ILogger _logger;
    private Task _running = Task.CompletedTask;
    private bool _isDisposed;

    /// <summary>Creates a server without listeners.</summary>
    /// <param name="host">The functions of the surrounding program.</param>
    /// <param name="options">The settings, which must be valid.</param>
    /// <param name="meter">The meter for its instruments.</param>
    /// <param name="time">The clock for timeouts.</param>
    /// <param name="logger">The logger.</param>
    [SupportedOSPlatform("linux")]
    public RawServer(RawHost host, RawOptions options, Meter meter, TimeProvider time, ILogger<RawServer> logger)
        : this(static () => new EpollSystem(), host, options, meter, time, logger)
    {
    }

    internal RawServer(Func<ISocketSystem> makeSockets, RawHost host, RawOptions options, Meter meter, TimeProvider time, ILogger logger)
    {
        _logger = logger;
        var meters = new RawMeters(meter);
        _supervisor = new RawSupervisor(() => new RawEventLoop(makeSockets(), host, options, meters, time, logger), time, logger);
    }

    /// <summary>Listens on a socket. Must be called before <see cref="RunAsync"/>.</summary>
    /// <param name="socket">A bound socket. OWNED BY THIS from here on.</param>
    /// <param name="place">Its address, for the log.</param>
    /// <exception cref="SocketException">The socket can't listen.</exception>
    public void Listen(Socket socket, string place)
    {
        _listeners.Add(socket);
        socket.Blocking = false;
        socket.Listen(Backlog);
        Log.Listens(_logger, place);
    }

    /// <summary>
    /// Serves clients until <see cref="Stop"/>. If the event loop fails, all clients are closed and a new loop takes over, until six loops
    /// in a row have failed. May be called only once.
    /// </summary>
    /// <returns>A task that completes when the last client has gone.</returns>
    /// <exception cref="RawListenerFailedException">The event loop failed too often.</exception>
    public Task RunAsync() => _running = _supervisor.RunAsync([.. _listeners.Select(listener => (int)listener.Handle)], CloseListeners);

    /// <summary>Accepts no more clients and reads nothing more. Clients with pending commands are closed after their replies.</summary>
    public void Stop() => _supervisor.Stop();

    /// <summary>Stops without waiting for any client.</summary>
    public void Abort() => _supervisor.Abort();

    /// <summary>Stops without waiting for any client, and closes the sockets. A second call does nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _supervisor.Abort();
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        CloseListeners();
        _supervisor.Dispose();
    }

    // Closing a Unix socket also removes its file. A second call does nothing.
    private void CloseListeners() => _listeners.ForEach(listener => listener.Dispose());
}
