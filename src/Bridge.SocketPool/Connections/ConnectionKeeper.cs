using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Secrets;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Keeps one connection of the pool open: connects before it is needed, says hello, pings, and reconnects after a break. All of it runs in
/// one loop, off the request path. <c>emulator</c> is the emulator's name in logs, <c>client</c> the name of this bridge for the script.
/// </summary>
internal sealed partial class ConnectionKeeper(
    EmulatorOptions options, TimeProvider time, EmulatorMonitor monitor, EmulatorMeters meters, IConnectionObserver observer,
    string emulator, string client, KeyFile? keyFile, Random random, FaultLog faults, ILogger logger)
{
    private static readonly TimeSpan FirstBackoff = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MaxBackoff = TimeSpan.FromMilliseconds(500);

    private ReusableSocket? _ready;
    private EmulatorState _state = EmulatorState.NoEmulator;
    private bool _wasConnected;
    private TaskCompletionSource _connectAttempt = NewConnectAttempt();

    /// <summary>Gets the connection if it is usable now; otherwise null.</summary>
    public ReusableSocket? Ready => Volatile.Read(ref _ready) is { IsSilent: false, IsBroken: false } ready ? ready : null;

    /// <summary>Gets whether it has no connection and tries to connect.</summary>
    public bool IsConnecting => Volatile.Read(ref _ready) is null or { IsBroken: true };

    /// <summary>Gets a task that completes with the next result of a connect attempt.</summary>
    public Task ConnectAttempt => Volatile.Read(ref _connectAttempt).Task;

    /// <summary>Gets whether events are received over this connection.</summary>
    public bool CarriesEvents { get; init; }

    /// <summary>Gets the emulator's state as this connection knows it; without a connection, it says why there is none.</summary>
    public EmulatorState State => _state;

    /// <summary>Gets why the last connect attempt failed; null if it didn't.</summary>
    public Exception? LastConnectError { get; private set; }

    public async Task RunAsync(CancellationToken stop)
    {
        await ReconnectUntilStoppedAsync(stop).ConfigureAwait(false);
        CompleteConnectAttempt();
    }

    private async Task ReconnectUntilStoppedAsync(CancellationToken stop)
    {
        var backoff = FirstBackoff;
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var socket = await ReusableSocket.ConnectAsync(options, time, meters, OnServerMessage, faults, logger, stop)
                    .ConfigureAwait(false);
                using var stopped = stop.UnsafeRegister(static socket => ((ReusableSocket)socket!).CloseGracefully(), socket);
                var reason = await RunConnectionAsync(socket, stop).ConfigureAwait(false);
                // The bridge itself closed it, so nothing was lost.
                if (stop.IsCancellationRequested)
                    return;
                monitor.OnStopped();
                SetState(EmulatorState.NoEmulator, reason.Message);
                await BackOffAsync(backoff = FirstBackoff, stop).ConfigureAwait(false); // mutation: reconnect
                continue;
            }
            catch (Exception exception) when (exception is SocketException or TimeoutException or OperationCanceledException)
            {
                LastConnectError = exception;
                SetState(EmulatorState.NoEmulator, exception.Message);
            }
            catch (EmulatorException exception)
            {
                LastConnectError = exception;
                SetState(StateAfter(exception.Failure), exception.Message);
            }
            catch (Exception exception)
            {
                faults.Report("its connection is opened again", exception);
                LastConnectError = exception;
                monitor.OnStopped();
                SetState(EmulatorState.NoEmulator, exception.Message);
            }

            CompleteConnectAttempt();
            await BackOffAsync(backoff, stop).ConfigureAwait(false);
            backoff = backoff * 2 < MaxBackoff ? backoff * 2 : MaxBackoff;
        }
    }

    // Returns why the connection broke. Throws if the hello was refused.
    private async Task<Exception> RunConnectionAsync(ReusableSocket socket, CancellationToken stop)
    {
        var sent = time.GetTimestamp();
        using (var facts = await GreetAsync(socket).ConfigureAwait(false))
            monitor.SetInfo(FactsReader.Read(facts), facts.Frame, sent);
        if (_wasConnected)
            meters.CountReconnect();
        _wasConnected = true;
        LastConnectError = null;
        Volatile.Write(ref _ready, socket);
        try
        {
            if (CarriesEvents)
                observer.OnAttached(socket);
            SetState(EmulatorState.Running, "");
            CompleteConnectAttempt();
            while (!socket.Closed.IsCompleted && !stop.IsCancellationRequested)
            {
                await PingAsync(socket).ConfigureAwait(false);
                await WaitAsync(socket.Closed, TimeUntilNextPing()).ConfigureAwait(false);
            }
        }
        catch (EmulatorException exception) when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown)
        {
            // The connection broke during the ping; Closed has the reason.
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

    // Handles messages that answer no request: the game was closed or changed, or the script refuses the connection and closes it.
    private void OnServerMessage(in ServerMessage message)
    {
        var isRefusal = message.Word.SequenceEqual("busy"u8) || message.Word.SequenceEqual("bad-hello"u8);
        if (isRefusal && !Interlocked.Exchange(ref _isRefusalLogged, true))
            Log.Refused(logger, emulator, Encoding.ASCII.GetString(message.Word));
        if (!Volatile.Read(ref _isScript))
            return;
        if (message.Word.SequenceEqual("no-game"u8))
        {
            monitor.GameClosed();
            observer.OnHeartbeat();
        }
        else if (message.Word.SequenceEqual("new-game"u8))
        {
            monitor.GameChanged();
        }
        else if (message.Word.SequenceEqual("crashed"u8))
        {
            monitor.GameCrashed(message.Arguments.SequenceEqual("1"u8));
            observer.OnHeartbeat();
        }
        else if (message.Word.SequenceEqual("stopped"u8))
        {
            monitor.Stopped = message.Arguments.SequenceEqual("1"u8);
            observer.OnHeartbeat();
        }

        if (CarriesEvents)
            observer.OnServerMessage(message);
    }

    private void SetState(EmulatorState state, string reason)
    {
        if (_state == state)
            return;
        _state = state;
        observer.OnHeartbeat();
        if (state == EmulatorState.Running)
            Log.Connected(logger, emulator, options.Place);
        else
            Log.Lost(logger, emulator, options.Place, state, reason);
    }

    // A jitter of a quarter keeps the connections from reconnecting at the same moment.
    private Task BackOffAsync(TimeSpan backoff, CancellationToken stop) =>
        Delay.ForAsync(backoff * (0.75 + random.NextDouble() / 2), time, stop);

    private static EmulatorState StateAfter(EmulatorFailure failure) => failure switch
    {
        EmulatorFailure.ScriptOutdated => EmulatorState.ScriptOutdated,
        EmulatorFailure.WrongSecret => EmulatorState.WrongSecret,
        EmulatorFailure.ForeignScript => EmulatorState.ForeignScript,
        _ => EmulatorState.NoEmulator,
    };
}
