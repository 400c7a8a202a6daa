using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// The connections to one emulator: as many as the options say, made ahead of need and replaced when they break. It hands
/// out the least busy healthy one, to any number of callers at a time, and never connects on a caller's behalf.
/// </summary>
internal sealed class ReusableSocketPool : IAsyncDisposable
{
    private readonly ConnectionKeeper[] _keepers;
    // Never disposed: it has neither timer nor handle, and closing a second time must do nothing.
    private readonly CancellationTokenSource _stop = new();
    private readonly EmulatorMonitor _monitor;
    private readonly Task _running;
    private bool _isEnding;

    /// <summary>Begins to connect at once, in the background.</summary>
    /// <param name="emulator">The emulator's name in logs.</param>
    /// <param name="options">Where it is, and the limits.</param>
    /// <param name="time">The clock of deadlines and backoff.</param>
    /// <param name="logger">Told when the emulator comes and goes.</param>
    /// <param name="observer">Observes the connections.</param>
    /// <param name="instruments">Told how long exchanges take; null: nobody is.</param>
    public ReusableSocketPool(
        string emulator, EmulatorOptions options, TimeProvider time, ILogger logger, IConnectionObserver observer,
        EmulatorInstruments? instruments = null)
    {
        _monitor = new EmulatorMonitor(time);
        Meters = new EmulatorMeters(emulator, time, instruments);
        _keepers = new ConnectionKeeper[options.Connections];
        KeyFile = KeyFile.Of(emulator, options, logger);
        // The script tells bridges apart by it, and logs each one's coming and going once.
        var client = $"bridge/{emulator}/{Random.Shared.Next(0x10000):x4}";
        for (var i = 0; i < _keepers.Length; i++)
        {
            _keepers[i] = new ConnectionKeeper(options, time, _monitor, Meters, observer, emulator, client, KeyFile, logger)
            {
                // Quick requests keep to the first connection, so what comes unasked takes the last.
                CarriesEvents = i == _keepers.Length - 1,
            };
        }

        _running = Task.WhenAll(_keepers.Select(keeper => keeper.RunAsync(_stop.Token)));
    }

    /// <summary>What the emulator does now.</summary>
    public EmulatorState State
    {
        get
        {
            var state = EmulatorState.NoEmulator;
            foreach (var keeper in _keepers)
            {
                if (keeper.Ready is not null)
                    return Answering();
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

    /// <summary>Why the latest attempt to connect has failed; null when none has.</summary>
    internal Exception? LastConnectError => Array.Find(_keepers, keeper => keeper.LastConnectError is not null)?.LastConnectError;

    /// <summary>Connections that can be used, requests in flight on them, and bytes that wait to be sent.</summary>
    public (int Open, int InFlight, long QueuedBytes) Usage
    {
        get
        {
            var (open, inFlight, queued) = (0, 0, 0L);
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

    internal EmulatorMonitor EmulatorMonitor => _monitor;

    internal EmulatorMeters Meters { get; }

    /// <summary>
    /// Where the secret is kept that nobody configured; null where it is configured, and for an emulator on another machine.
    /// </summary>
    internal KeyFile? KeyFile { get; }

    /// <summary>
    /// Hands out the healthy connection with the fewest requests in flight, if it can be one that has room. It is shared:
    /// others are handed it, too.
    /// </summary>
    /// <exception cref="EmulatorException">There is none; the failure says why.</exception>
    public ReusableSocket Get() => LeastBusy(_keepers) ?? throw Unavailable(State);

    /// <summary>
    /// The same for one request. Quick ones share the first connection, so that many of them travel in one send,
    /// both ways, and go along with the others where it is full; these, which the script may put off or answer at length,
    /// keep out of their way as long as they have a connection of their own, and are refused where that is full.
    /// </summary>
    /// <exception cref="EmulatorException">There is none; the failure says why.</exception>
    internal ReusableSocket Get(in EmulatorRequest request)
    {
        var own = LeastBusy(request.IsQuick ? _keepers.AsSpan(0, 1) : _keepers.AsSpan(1));
        return own is not null && (own.HasRoom || !request.IsQuick) ? own : Get();
    }

    /// <summary>Another connection with room, for a quick request that its own has refused; null: there is none.</summary>
    internal ReusableSocket? GetOverflowConnection(in EmulatorRequest request) =>
        request.IsQuick && LeastBusy(_keepers.AsSpan(1)) is { HasRoom: true } other ? other : null;

    /// <summary>
    /// Ends when there is a connection, or it is known that there is none: at once, unless one has broken and the attempt to
    /// make another is still under way.
    /// </summary>
    internal Task ConnectAttemptsCompletedAsync()
    {
        // Asked for first, so that no verdict can come in between.
        var attempts = Array.ConvertAll(_keepers, keeper => keeper.ConnectAttempt);
        return LeastBusy(_keepers) is null && Array.TrueForAll(_keepers, keeper => keeper.IsConnecting)
            ? Task.WhenAny(attempts)
            : Task.CompletedTask;
    }

    /// <summary>Takes no further request, and has the script end those in flight.</summary>
    internal Task EndRequestsAsync()
    {
        Volatile.Write(ref _isEnding, true);
        return Task.WhenAll(_keepers.Select(keeper => keeper.Ready?.EndRequestsAsync() ?? Task.CompletedTask));
    }

    /// <summary>Closes all connections; what is in flight on them ends as not applied or with an unknown outcome.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
    }

    private EmulatorState Answering() =>
        _monitor.NoGame ? EmulatorState.NoGame
        : _monitor.Crashed ? EmulatorState.Crashed
        : _monitor.Held ? EmulatorState.Held
        : EmulatorState.Running;

    private ReusableSocket? LeastBusy(ReadOnlySpan<ConnectionKeeper> keepers)
    {
        if (_monitor.NoGame || Volatile.Read(ref _isEnding))
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
        if (Volatile.Read(ref _isEnding))
            return new EmulatorException(EmulatorFailure.Stopping, Sentences.Stopping);
        var (failure, sentence) = state switch
        {
            EmulatorState.Paused => (EmulatorFailure.Paused, Sentences.Paused),
            EmulatorState.Stuck => (EmulatorFailure.Stuck, Sentences.Stuck),
            EmulatorState.Crashed => (EmulatorFailure.Crashed, Sentences.Crashed),
            EmulatorState.NoGame => (EmulatorFailure.NoGame, Sentences.NoGame),
            EmulatorState.ScriptOutdated => (EmulatorFailure.ScriptOutdated, Sentences.ScriptOutdated),
            EmulatorState.Unauthorized => (EmulatorFailure.Unauthorized, Sentences.Unauthorized),
            _ => (EmulatorFailure.NoEmulator, Sentences.NoEmulator),
        };
        return new EmulatorException(failure, sentence);
    }
}
