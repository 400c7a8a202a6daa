using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Keeps one place of the pool filled: connects ahead of need, says hello, pings, and connects again when the connection
/// breaks. All of it in one loop, off the request path.
/// </summary>
internal sealed partial class ConnectionKeeper(
    EmulatorOptions options, TimeProvider time, EmulatorMonitor monitor, EmulatorMeters meters, IConnectionObserver observer,
    string emulator, string client,
    KeyFile? keyFile, ILogger logger)
{
    private static readonly TimeSpan FirstBackoff = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestBackoff = TimeSpan.FromMilliseconds(500);

    private ReusableSocket? _ready;
    private EmulatorState _state = EmulatorState.NoEmulator;
    private bool _hadOne;
    private TaskCompletionSource _connectAttempt = NewConnectAttempt();

    /// <summary>The connection that can be used right now; null when there is none.</summary>
    public ReusableSocket? Ready => Volatile.Read(ref _ready) is { IsSilent: false, IsBroken: false } ready ? ready : null;

    /// <summary>Whether it has no connection and is after one.</summary>
    public bool IsConnecting => Volatile.Read(ref _ready) is null or { IsBroken: true };

    /// <summary>Ends when it is known next whether there is a connection.</summary>
    public Task ConnectAttempt => Volatile.Read(ref _connectAttempt).Task;

    /// <summary>Whether what happens in the emulator is told over this one.</summary>
    public bool CarriesEvents { get; init; }

    /// <summary>Why there is none.</summary>
    public EmulatorState State => _state;

    /// <summary>Why the latest attempt to make one has failed; null when it hasn't.</summary>
    public Exception? LastConnectError { get; private set; }

    public async Task RunAsync(CancellationToken stop)
    {
        await ConnectAgainAndAgainAsync(stop).ConfigureAwait(false);
        CompleteConnectAttempt();
    }

    private async Task ConnectAgainAndAgainAsync(CancellationToken stop)
    {
        var backoff = FirstBackoff;
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var socket = await ReusableSocket.ConnectAsync(options, time, meters, OnServerMessage, stop).ConfigureAwait(false);
                using var stopped = stop.UnsafeRegister(static socket => ((ReusableSocket)socket!).Leave(), socket);
                var reason = await ServeAsync(socket, stop).ConfigureAwait(false);
                // Closed by ourselves: nothing was lost that anybody should be told of.
                if (stop.IsCancellationRequested)
                    return;
                monitor.Stopped();
                Become(EmulatorState.NoEmulator, reason.Message);
                await PauseAsync(backoff = FirstBackoff, stop).ConfigureAwait(false); // mutation: reconnect
                continue;
            }
            catch (Exception exception) when (exception is SocketException or TimeoutException or OperationCanceledException)
            {
                LastConnectError = exception;
                Become(EmulatorState.NoEmulator, exception.Message);
            }
            catch (EmulatorException exception)
            {
                LastConnectError = exception;
                Become(StateAfter(exception.Failure), exception.Message);
            }

            CompleteConnectAttempt();
            await PauseAsync(backoff, stop).ConfigureAwait(false);
            backoff = backoff * 2 < LongestBackoff ? backoff * 2 : LongestBackoff;
        }
    }

    // Returns the reason when the connection has broken; throws when the hello was refused.
    private async Task<Exception> ServeAsync(ReusableSocket socket, CancellationToken stop)
    {
        using (var hello = await ExchangeAsync(socket, Hello()).ConfigureAwait(false))
            monitor.SetInfo(FactsReader.Read(hello), hello.Frame);
        if (_hadOne)
            meters.Reconnected();
        _hadOne = true;
        LastConnectError = null;
        Volatile.Write(ref _ready, socket);
        if (CarriesEvents)
            observer.OnAttached(socket);
        try
        {
            Become(EmulatorState.Running, "");
            CompleteConnectAttempt();
            while (!socket.Closed.IsCompleted && !stop.IsCancellationRequested)
            {
                await PingAsync(socket).ConfigureAwait(false);
                await UntilAsync(socket.Closed, UntilNextPing()).ConfigureAwait(false);
            }
        }
        catch (EmulatorException exception) when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown)
        {
            // The connection broke under the ping; the reason is in Closed.
        }
        finally
        {
            Volatile.Write(ref _ready, null);
            if (CarriesEvents)
                observer.OnDetached();
        }

        return await socket.Closed.ConfigureAwait(false);
    }

    private void CompleteConnectAttempt() => Interlocked.Exchange(ref _connectAttempt, NewConnectAttempt()).TrySetResult();

    private static TaskCompletionSource NewConnectAttempt() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private EmulatorRequest Hello() =>
        CommandTable.Hello.Request(WireLimits.ProtocolVersion, client, keyFile is null ? options.Secret : keyFile.ReadSecret());

    // What the script says unasked: a game that was closed or changed, or a connection that it refuses and closes.
    private void OnServerMessage(in ServerMessage notice)
    {
        if (notice.Word.SequenceEqual("no-game"u8))
        {
            monitor.GameClosed();
            observer.OnHeartbeat();
        }
        else if (notice.Word.SequenceEqual("new-game"u8))
        {
            monitor.GameChanged();
        }
        else if (notice.Word.SequenceEqual("crashed"u8))
        {
            monitor.Crashed = notice.Arguments.SequenceEqual("1"u8);
            observer.OnHeartbeat();
        }
        else if (notice.Word.SequenceEqual("busy"u8) || notice.Word.SequenceEqual("bad-hello"u8))
        {
            Log.Refused(logger, emulator, Encoding.ASCII.GetString(notice.Word));
        }

        if (CarriesEvents)
            observer.OnServerMessage(notice);
    }

    private void Become(EmulatorState state, string reason)
    {
        if (_state == state)
            return;
        _state = state;
        observer.OnHeartbeat();
        if (state == EmulatorState.Running)
            Log.Connected(logger, emulator, options.Host, options.Port);
        else
            Log.Lost(logger, emulator, options.Host, options.Port, state, reason);
    }

    // Jitter of a quarter either way, so that several connections don't knock at the same moment.
    private Task PauseAsync(TimeSpan backoff, CancellationToken stop) =>
        Delay.ForAsync(backoff * (0.75 + Random.Shared.NextDouble() / 2), time, stop);

    private static EmulatorState StateAfter(EmulatorFailure failure) => failure switch
    {
        EmulatorFailure.ScriptOutdated => EmulatorState.ScriptOutdated,
        EmulatorFailure.Unauthorized => EmulatorState.Unauthorized,
        _ => EmulatorState.NoEmulator,
    };
}
