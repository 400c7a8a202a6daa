using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool;

namespace Bridge.Doors.Listening;

/// <summary>A door with one client at a time over TCP. An unexpected error ends one connection, and the door stays open.</summary>
internal sealed class TcpDoor : IDoor
{
    private const int Backlog = 4;
    private const int KeepAliveSeconds = 30;

    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    private readonly DoorPlan _plan;
    private readonly string _tool;
    private readonly Func<TcpVisit, Task> _serve;
    private readonly bool _listensWhileServing;
    private readonly RefusalLog _refusals;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _accepting;
    private Socket? _listener;
    private Task _serving = Task.CompletedTask;
    private bool _isConnected;

    private TcpDoor(DoorPlan plan, string tool, bool listensWhileServing, Func<TcpVisit, Task> serve)
    {
        (_plan, _tool, _listensWhileServing, _serve) = (plan, tool, listensWhileServing, serve);
        _refusals = new RefusalLog(plan, tool);
        _listener = Listen(plan.Address);
        Address = (IPEndPoint)_listener.LocalEndPoint!;
        Log.Listens(plan.Logger, plan.Emulator.Name, tool, $"{Address}");
        _accepting = AcceptAllAsync();
    }

    public EmulatorClient Emulator => _plan.Emulator;

    public IPEndPoint Address { get; }

    public DoorAccess Access => _plan.Access;

    public bool IsConnected => Volatile.Read(ref _isConnected);

    /// <summary>Opens a door.</summary>
    /// <param name="plan">Where, and for which emulator.</param>
    /// <param name="tool">The name of the clients' tool, for the log.</param>
    /// <param name="listensWhileServing">
    /// Whether a second client is connected and closed; otherwise its connection is refused, so that it tries another port.
    /// </param>
    /// <param name="serve">Serves a client until it leaves; fails with a <see cref="SessionEndException"/> if it ends otherwise.</param>
    /// <exception cref="SocketException">It can't listen there.</exception>
    public static TcpDoor Open(DoorPlan plan, string tool, bool listensWhileServing, Func<TcpVisit, Task> serve) =>
        new(plan, tool, listensWhileServing, serve);

    /// <summary>Closes the door. Its client's session ends, and the game goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _accepting.ConfigureAwait(false);
        await _serving.ConfigureAwait(false);
        _stopping.Dispose();
    }

    private static Socket Listen(IPEndPoint address)
    {
        var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // Also takes a port that earlier connections still have. The option ReuseAddress would share it with other listeners.
            listener.Bind(address);
            listener.Listen(Backlog);
            return listener;
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    private async Task AcceptAllAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                _listener ??= Listen(Address);
                TryAdmit(await _listener.AcceptAsync(_stopping.Token).ConfigureAwait(false));
                if (!_listensWhileServing && !_serving.IsCompleted)
                {
                    StopListening();
                    await _serving.ConfigureAwait(false);
                }
            }
            catch (OperationCanceledException)
            {
                break;
            }
            catch (SocketException exception)
            {
                // The process has no room for another connection, or another program has taken the port.
                Log.NotAccepted(_plan.Logger, _tool, Emulator.Name, exception);
                await Task.Delay(RetryDelay, _plan.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }

        StopListening();
    }

    private void StopListening()
    {
        _listener?.Dispose();
        _listener = null;
    }

    private void TryAdmit(Socket client)
    {
        try
        {
            Admit(client);
        }
        catch (Exception exception)
        {
            client.Dispose();
            Log.Failed(_plan.Logger, _tool, Emulator.Name, exception);
        }
    }

    private void Admit(Socket client)
    {
        var reason = _plan.Refuse(client) ?? (_serving.IsCompleted ? null : "another client has the game.");
        if (reason is null)
        {
            _serving = ServeAsync(client);
            return;
        }

        client.Dispose();
        _refusals.Add(reason);
    }

    // An internal error ends one session, and nothing else.
    private async Task ServeAsync(Socket client)
    {
        using (client)
        {
            try
            {
                Prepare(client);
                await _serve(new TcpVisit(client, OnConnected, _stopping.Token)).ConfigureAwait(false);
                Log.Left(_plan.Logger, _tool, Emulator.Name, "it has detached");
            }
            catch (SessionEndException end) when (IsConnected)
            {
                Log.Left(_plan.Logger, _tool, Emulator.Name, end.Message);
            }
            catch (SessionEndException end)
            {
                _refusals.Add(end.Message);
            }
            catch (Exception exception)
            {
                Log.Failed(_plan.Logger, _tool, Emulator.Name, exception);
            }
            finally
            {
                Volatile.Write(ref _isConnected, false);
            }
        }
    }

    private void OnConnected()
    {
        Volatile.Write(ref _isConnected, true);
        Log.Connected(_plan.Logger, _tool, Emulator.Name);
    }

    // A client may be silent for hours, and its machine may be gone.
    private static void Prepare(Socket client)
    {
        client.NoDelay = true;
        client.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, KeepAliveSeconds);
        client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, KeepAliveSeconds);
    }
}
