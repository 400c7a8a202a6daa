using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Secrets;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Pools the connections to one emulator: as many as configured, opened before they are needed and replaced when they break. Callers share
/// them. The pool returns the least busy healthy one and never connects while a caller waits.
/// </summary>
internal sealed class ReusableSocketPool : IAsyncDisposable
{
    private readonly ConnectionKeeper[] _keepers;
    // Never disposed: it has no timer or handle, and a second DisposeAsync must do nothing.
    private readonly CancellationTokenSource _stop = new();
    private readonly EmulatorMonitor _monitor;
    private readonly Task _running;
    private bool _isStopping;

    /// <summary>Creates the pool, which starts to connect in the background.</summary>
    /// <param name="emulator">The emulator's name in logs.</param>
    /// <param name="options">The emulator's address, and the limits.</param>
    /// <param name="time">The clock for deadlines and backoff.</param>
    /// <param name="logger">Receives a message when the emulator connects or disconnects.</param>
    /// <param name="faults">Receives the exceptions that no code expects.</param>
    /// <param name="observer">Observes the connections.</param>
    /// <param name="random">Draws the client's name and the jitter of backoff, on any thread.</param>
    /// <param name="instruments">Records the durations of exchanges; null for none.</param>
    public ReusableSocketPool(
        string emulator, EmulatorOptions options, TimeProvider time, ILogger logger, FaultLog faults,
        IConnectionObserver observer, Random random, EmulatorInstruments? instruments = null)
    {
        _monitor = new EmulatorMonitor(time);
        Meters = new EmulatorMeters(emulator, time, instruments, faults);
        BulkQueue = new BulkQueue(options.InFlight, options.SendQueueBytes);
        _keepers = new ConnectionKeeper[options.Connections];
        KeyFile = KeyFile.Create(emulator, options, logger);
        // The script identifies each bridge by this name, and logs its connects and disconnects once.
        var client = $"bridge/{emulator}/{random.Next(0x10000):x4}";
        for (var i = 0; i < _keepers.Length; i++)
        {
            _keepers[i] = new ConnectionKeeper(options, time, _monitor, Meters, observer, emulator, client, KeyFile, random, faults, logger)
            {
                // Quick requests use the first connection, so events use the last.
                CarriesEvents = i == _keepers.Length - 1,
            };
        }

        _running = Task.WhenAll(_keepers.Select(keeper => keeper.RunAsync(_stop.Token)));
    }

    /// <summary>Gets the emulator's current state.</summary>
    public EmulatorState State
    {
        get
        {
            var state = EmulatorState.NoEmulator;
            foreach (var keeper in _keepers)
            {
                if (keeper.Ready is not null)
                    return ConnectedState();
                if (keeper.State is not (EmulatorState.NoEmulator or EmulatorState.Running))
                    state = keeper.State;
            }

            return state switch
            {
                EmulatorState.Paused when _monitor.NoGame => EmulatorState.NoGame,
                EmulatorState.Paused when _monitor.Crashed => EmulatorState.Crashed,
                EmulatorState.Paused when _monitor.Stuck => EmulatorState.Stuck,
                _ => state,
            };
        }
    }

    /// <summary>Gets why the last connect attempt failed; null if it didn't.</summary>
    internal Exception? LastConnectError => Array.Find(_keepers, keeper => keeper.LastConnectError is not null)?.LastConnectError;

    /// <summary>Gets the requests that wait for their turn to be sent.</summary>
    internal BulkQueue BulkQueue { get; }

    /// <summary>Gets how many connections are usable, the requests in flight or waiting for their turn, and the queued bytes.</summary>
    public (int Open, int InFlight, long QueuedBytes) Usage
    {
        get
        {
            var (open, inFlight, queued) = (0, BulkQueue.Count, BulkQueue.QueuedBytes);
            foreach (var keeper in _keepers)
            {
                if (keeper.Ready is not { } socket)
                    continue;
                open++;
                inFlight += socket.InFlight;
                queued += socket.QueuedBytes;
            }

            return (open, inFlight, queued);
        }
    }

    /// <summary>Gets whether requests of callers are in flight.</summary>
    internal bool HasRequests => !BulkQueue.IsEmpty || Array.Exists(_keepers, keeper => keeper.Ready?.HasRequests == true);

    internal EmulatorMonitor EmulatorMonitor => _monitor;

    internal EmulatorMeters Meters { get; }

    /// <summary>Gets the key file with the secret; null if a secret is configured, and for an emulator on another machine.</summary>
    internal KeyFile? KeyFile { get; }

    /// <summary>
    /// Returns the healthy connection with the fewest requests in flight, preferably one with room. It is shared with other callers.
    /// </summary>
    /// <exception cref="EmulatorException">No connection is usable; the failure says why.</exception>
    public ReusableSocket Get() => LeastBusy(_keepers) ?? throw Unavailable(State);

    /// <summary>
    /// Returns the connection for a request. Quick requests share the first connection, so that they are sent in batches, and overflow to
    /// the others if it is full. Slow requests, whose replies may be late or long, use the others, and the first only if no other is
    /// healthy.
    /// </summary>
    /// <exception cref="EmulatorException">No connection is usable; the failure says why.</exception>
    internal ReusableSocket Get(in EmulatorRequest request)
    {
        var preferred = LeastBusy(request.IsQuick ? _keepers.AsSpan(0, 1) : _keepers.AsSpan(1));
        return preferred is not null && (preferred.HasRoom || !request.IsQuick) ? preferred : Get();
    }

    /// <summary>Returns another connection with room for a quick request that the first one has refused; null if there is none.</summary>
    internal ReusableSocket? GetOverflowConnection(in EmulatorRequest request) =>
        request.IsQuick && LeastBusy(_keepers.AsSpan(1)) is { HasRoom: true } other ? other : null;

    /// <summary>
    /// Completes when there is a connection, or no connection can be opened now: at once, unless a connection broke and the attempt to
    /// replace it is still running.
    /// </summary>
    internal Task ConnectAttemptsCompletedAsync()
    {
        // Read first, so that no attempt completes between the check and the wait.
        var attempts = Array.ConvertAll(_keepers, keeper => keeper.ConnectAttempt);
        return LeastBusy(_keepers) is null && Array.TrueForAll(_keepers, keeper => keeper.IsConnecting)
            ? Task.WhenAny(attempts)
            : Task.CompletedTask;
    }

    /// <summary>Accepts no more requests, and cancels those in flight.</summary>
    internal Task EndRequestsAsync()
    {
        Volatile.Write(ref _isStopping, true);
        return Task.WhenAll(_keepers.Select(keeper => keeper.Ready?.EndRequestsAsync() ?? Task.CompletedTask));
    }

    /// <summary>Closes all connections. Requests in flight end as not applied or with an unknown outcome.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
    }

    private EmulatorState ConnectedState() =>
        _monitor.NoGame ? EmulatorState.NoGame
        : _monitor.Crashed ? EmulatorState.Crashed
        : _monitor.Stopped ? EmulatorState.Stopped
        : _monitor.Held ? EmulatorState.Held
        : EmulatorState.Running;

    private ReusableSocket? LeastBusy(ReadOnlySpan<ConnectionKeeper> keepers)
    {
        if (_monitor.NoGame || Volatile.Read(ref _isStopping))
            return null;
        ReusableSocket? best = null;
        foreach (var keeper in keepers)
        {
            if (keeper.Ready is { } socket && (best is null || IsBetter(socket, best)))
                best = socket;
        }

        return best;
    }

    private static bool IsBetter(ReusableSocket socket, ReusableSocket other) =>
        socket.HasRoom == other.HasRoom ? socket.InFlight < other.InFlight : socket.HasRoom;

    private EmulatorException Unavailable(EmulatorState state)
    {
        if (Volatile.Read(ref _isStopping))
            return new EmulatorException(EmulatorFailure.Stopping, Sentences.Stopping);
        var (failure, sentence) = state switch
        {
            EmulatorState.Paused => (EmulatorFailure.Paused, Sentences.Paused),
            EmulatorState.Stuck => (EmulatorFailure.Stuck, Sentences.Stuck),
            EmulatorState.Crashed => (EmulatorFailure.Crashed, Sentences.Crashed),
            EmulatorState.NoGame => (EmulatorFailure.NoGame, Sentences.NoGame),
            EmulatorState.ScriptOutdated => (EmulatorFailure.ScriptOutdated, Sentences.ScriptOutdated),
            EmulatorState.WrongSecret => (EmulatorFailure.WrongSecret, Sentences.Unauthorized),
            EmulatorState.ForeignScript => (EmulatorFailure.ForeignScript, Sentences.ForeignScript),
            _ => (EmulatorFailure.NoEmulator, Sentences.NoEmulator),
        };
        return new EmulatorException(failure, sentence);
    }
}
