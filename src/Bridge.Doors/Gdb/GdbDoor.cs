using System.Net;
using System.Net.Sockets;
using Bridge.Doors.Gdb.Sessions;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging;

namespace Bridge.Doors.Gdb;

/// <summary>
/// Lets GDB attach to the game of an emulator over its remote serial protocol (docs/debugging.md). One debugger at a time has it.
/// </summary>
public sealed class GdbDoor : IAsyncDisposable
{
    private const int Backlog = 4;
    private const int KeepAliveSeconds = 30;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly EmulatorClient _emulator;
    private readonly Socket _listener;
    private readonly Func<Socket, string?> _refuse;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _accepting;
    private Task _serving = Task.CompletedTask;
    private bool _isAttached;
    private long? _refusedAt;

    private GdbDoor(EmulatorClient emulator, Socket listener, Func<Socket, string?> refuse, TimeProvider time, ILogger logger)
    {
        (_emulator, _listener, _refuse, _time, _logger) = (emulator, listener, refuse, time, logger);
        Address = (IPEndPoint)listener.LocalEndPoint!;
        Log.Listens(logger, emulator.Name, $"{Address}");
        _accepting = AcceptAllAsync();
    }

    /// <summary>Gets where it listens.</summary>
    public IPEndPoint Address { get; }

    /// <summary>Gets whether a debugger has the game.</summary>
    public bool IsAttached => Volatile.Read(ref _isAttached);

    /// <summary>Opens the door of an emulator.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="address">Where it listens; with port 0 at a free one.</param>
    /// <param name="refuse">Returns why a connection is refused, for the log; null: it isn't. Must not block.</param>
    /// <param name="time">The clock for timeouts.</param>
    /// <param name="logger">Receives who attaches and leaves.</param>
    /// <exception cref="SocketException">It can't listen there.</exception>
    public static GdbDoor Open(
        EmulatorClient emulator, IPEndPoint address, Func<Socket, string?> refuse, TimeProvider time, ILogger logger)
    {
        ArgumentNullException.ThrowIfNull(emulator);
        ArgumentNullException.ThrowIfNull(address);
        var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            listener.Bind(address);
            listener.Listen(Backlog);
            return new GdbDoor(emulator, listener, refuse, time, logger);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>Returns why the game of an emulator can't be debugged; null: it can, or nothing is known of it.</summary>
    public static string? FindRefusal(EmulatorClient emulator)
    {
        ArgumentNullException.ThrowIfNull(emulator);
        return DebuggedGame.FindRefusal(emulator);
    }

    /// <summary>Closes the door. A debugger that has the game loses it: its breakpoints end, and the game goes on.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        await _serving.ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task AcceptAllAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                TryAdmit(await _listener.AcceptAsync(_stopping.Token).ConfigureAwait(false));
            }
            catch (Exception exception) when (exception is OperationCanceledException or ObjectDisposedException)
            {
                return;
            }
            catch (SocketException exception)
            {
                // The process has no room for another connection.
                Log.NotAccepted(_logger, _emulator.Name, exception);
                await Task.Delay(Pause, _time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    // An error nobody expected ends one connection, and the door stays open.
    private void TryAdmit(Socket client)
    {
        try
        {
            Admit(client);
        }
        catch (Exception exception)
        {
            client.Dispose();
            Log.Failed(_logger, _emulator.Name, exception);
        }
    }

    private void Admit(Socket client)
    {
        var reason = _refuse(client) ?? (_serving.IsCompleted ? null : "another debugger has the game.");
        if (reason is null)
        {
            _serving = ServeAsync(client);
            return;
        }

        client.Dispose();
        LogRefused(reason);
    }

    // At most once a second, so that no program fills the log.
    private void LogRefused(string reason)
    {
        var now = _time.GetTimestamp();
        if (_refusedAt is { } before && _time.GetElapsedTime(before, now) < Pause)
            return;
        _refusedAt = now;
        Log.Refused(_logger, _emulator.Name, reason);
    }

    // An internal error ends one session, and nothing else.
    private async Task ServeAsync(Socket client)
    {
        using (client)
        {
            try
            {
                Prepare(client);
                var connection = new GdbConnection(client, _time, _stopping.Token);
                await new GdbSession(connection, _emulator, _time, OnAttached, _stopping.Token).ServeAsync().ConfigureAwait(false);
                Log.Left(_logger, _emulator.Name, "it has detached");
            }
            catch (SessionEndException end) when (IsAttached)
            {
                Log.Left(_logger, _emulator.Name, end.Message);
            }
            catch (SessionEndException end)
            {
                LogRefused(end.Message);
            }
            catch (Exception exception)
            {
                Log.Failed(_logger, _emulator.Name, exception);
            }
            finally
            {
                Volatile.Write(ref _isAttached, false);
            }
        }
    }

    private void OnAttached()
    {
        Volatile.Write(ref _isAttached, true);
        Log.Attached(_logger, _emulator.Name);
    }

    // A debugger may be silent for hours, and its machine may be gone.
    private static void Prepare(Socket client)
    {
        client.NoDelay = true;
        client.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, KeepAliveSeconds);
        client.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, KeepAliveSeconds);
    }
}
