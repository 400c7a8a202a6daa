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
/// Serves the protocol for messages without HTTP (docs/protocol/raw-listener.md) at sockets that it is given. One thread serves all
/// clients, and an idle client takes some hundred bytes.
/// </summary>
public sealed class RawServer : IAsyncDisposable
{
    private const int Backlog = 4096;

    private readonly List<Socket> _listeners = [];
    private readonly RawSupervisor _supervisor;
    private readonly ILogger _logger;
    private Task _over = Task.CompletedTask;
    private bool _isDisposed;

    /// <summary>Makes a server that listens nowhere yet.</summary>
    /// <param name="host">What it needs of the program around it.</param>
    /// <param name="options">Its settings, which have been checked.</param>
    /// <param name="meter">Gets its instruments.</param>
    /// <param name="time">The clock of timeouts.</param>
    /// <param name="logger">Gets its log messages.</param>
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

    /// <summary>Listens on a socket. Before <see cref="RunAsync"/>.</summary>
    /// <param name="socket">A bound socket. OWNED BY THIS from here on.</param>
    /// <param name="place">Where it is, for the log.</param>
    /// <exception cref="SocketException">The socket can't listen.</exception>
    public void Listen(Socket socket, string place)
    {
        _listeners.Add(socket);
        socket.Blocking = false;
        socket.Listen(Backlog);
        Log.Listens(_logger, place);
    }

    /// <summary>
    /// Serves clients until <see cref="Stop"/>. When the event loop fails, all clients are closed and a new loop takes over, until it has
    /// failed six times in a row. Once.
    /// </summary>
    /// <returns>A task that ends when the last client has gone.</returns>
    /// <exception cref="RawListenerFailedException">It has failed too often.</exception>
    public Task RunAsync() => _over = _supervisor.RunAsync([.. _listeners.Select(listener => (int)listener.Handle)], CloseListeners);

    /// <summary>Accepts no more clients and reads nothing more. Clients that wait for a reply are closed when they have it.</summary>
    public void Stop() => _supervisor.Stop();

    /// <summary>Ends without waiting for any client.</summary>
    public void Abort() => _supervisor.Abort();

    /// <summary>Ends without waiting for any client, and closes the sockets. A second call does nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _supervisor.Abort();
        await _over.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        CloseListeners();
        _supervisor.Dispose();
    }

    // Closing a Unix socket removes its file, too. A second time it does nothing.
    private void CloseListeners() => _listeners.ForEach(listener => listener.Dispose());
}
