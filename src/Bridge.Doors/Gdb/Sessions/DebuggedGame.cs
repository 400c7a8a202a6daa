using Bridge.Doors.Listening;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>The game of an emulator while a debugger has it: stops it, lets it go on, and waits for the next stop.</summary>
/// <param name="emulator">The emulator.</param>
/// <param name="time">The clock.</param>
internal sealed class DebuggedGame(EmulatorClient emulator, TimeProvider time)
{
    /// <summary>
    /// How long a stop lasts. The session renews it while it has the game stopped. If the bridge dies, the game goes on after this time.
    /// </summary>
    public static readonly TimeSpan StopTime = TimeSpan.FromMinutes(10);

    // How many frames one request waits for a stop. Then another request waits.
    private const int WaitFrames = 600;

    // How long a stop may follow after the end of the session, see LeaveAsync.
    private const int LateFrames = 2;

    // Between two attempts to stop a game, or to wait for its stop.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private string _game = ""; // Which game it is, see IdentityOf.

    /// <summary>Gets where the game is stopped, as far as the debugger knows. Throws before <see cref="AttachAsync"/>.</summary>
    public GameStop Stop => Known ?? throw new InvalidOperationException("The game has not been stopped yet.");

    /// <summary>Gets the emulator.</summary>
    public EmulatorClient Emulator => emulator;

    /// <summary>Gets a task that completes when something may have changed that <see cref="CheckAsync"/> checks.</summary>
    public Task Change => emulator.Events.NextHeartbeatAsync();

    private static int StopMilliseconds => (int)StopTime.TotalMilliseconds;

    private GameStop? Known { get; set; }

    /// <summary>Returns why the emulator's game can't be debugged; null: it can, or nothing is known of it.</summary>
    public static string? FindRefusal(EmulatorClient emulator) => emulator.Status.Facts switch
    {
        { Platform: "GB" } => "GDB does not know the processor of a Game Boy (SM83).",
        { } facts when !facts.Capabilities.Contains(BreakpointCommands.Stops) =>
            "GDB can attach only to games of the emulator that comes with the bridge, because no other one stops them.",
        _ => null,
    };

    /// <summary>Stops the game. Like <see cref="InterruptAsync"/>, it can't be cancelled.</summary>
    /// <exception cref="SessionEndException">It is frozen, or can't be stopped.</exception>
    public async Task AttachAsync()
    {
        try
        {
            _game = IdentityOf(emulator);
            var (stop, _) = await emulator.StopGameAsync(StopMilliseconds, WaitFrames, CancellationToken.None).ConfigureAwait(false);
            Known = await KeepAsync(stop ?? throw new SessionEndException("the game runs no instructions"), CancellationToken.None)
                .ConfigureAwait(false);
        }
        catch (EmulatorException exception)
        {
            throw new SessionEndException(exception.Message);
        }
    }

    /// <summary>Lets the game go on until it stops.</summary>
    /// <exception cref="SessionEndException">The game or its emulator is gone.</exception>
    public async Task ContinueAsync(CancellationToken cancellationToken)
    {
        try
        {
            await emulator.ContinueAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException exception) when (!IsEnd(exception))
        {
            // It goes on already, or still stands, which the wait tells.
        }
        catch (EmulatorException exception)
        {
            throw End(exception);
        }

        Known = await WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Runs one instruction. If the console has an interrupt at that moment, its handler runs first, and the game may stop at a breakpoint
    /// there.
    /// </summary>
    /// <exception cref="SessionEndException">The game or its emulator is gone.</exception>
    public async Task StepAsync(CancellationToken cancellationToken)
    {
        GameStop? stop = null;
        try
        {
            (stop, _) = await emulator.StepInstructionsAsync(instructions: 1, WaitFrames, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.NotHeld)
        {
            // Another client let it go on.
            await InterruptAsync().ConfigureAwait(false);
        }
        catch (EmulatorException exception) when (!IsEnd(exception))
        {
            // The wait tells where it is.
        }
        catch (EmulatorException exception)
        {
            throw End(exception);
        }

        Known = stop is null
            ? await WaitAsync(cancellationToken).ConfigureAwait(false)
            : await KeepAsync(stop, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Stops the game that goes on. Can't be cancelled, because the game would stop later for nobody.</summary>
    /// <returns>Why it doesn't stop; null: it does, or is gone.</returns>
    public async Task<string?> InterruptAsync()
    {
        try
        {
            var (stop, _) = await emulator.StopGameAsync(StopMilliseconds, WaitFrames, CancellationToken.None).ConfigureAwait(false);
            return stop is null ? "The game runs no instructions." : null;
        }
        catch (EmulatorException exception)
        {
            return exception.Message;
        }
    }

    /// <summary>Does the same a little later, because a debugger asks only once.</summary>
    public async Task<string?> InterruptAgainAsync(CancellationToken cancellationToken)
    {
        await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return cancellationToken.IsCancellationRequested ? null : await InterruptAsync().ConfigureAwait(false);
    }

    /// <summary>Checks whether the session can go on, and renews the stop of a stopped game.</summary>
    /// <param name="isStopped">Whether the debugger has the game stopped.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="SessionEndException">The game or its emulator is gone, or another client let it go on.</exception>
    public async Task CheckAsync(bool isStopped, CancellationToken cancellationToken)
    {
        if (emulator.State is EmulatorState.NoEmulator or EmulatorState.NoGame || IdentityOf(emulator) != _game)
            throw new SessionEndException("the game or its emulator has ended") { GameIsOver = true };
        if (!isStopped)
            return;
        try
        {
            var (_, stop, _) = await emulator.GetBreakpointsAsync(cancellationToken).ConfigureAwait(false);
            if (stop is null || (stop.Next, stop.Hit.Frame, stop.Hit.Cycle) != (Stop.Next, Stop.Hit.Frame, Stop.Hit.Cycle))
                throw new SessionEndException("another client let the game go on");
            Known = await KeepAsync(stop, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException exception) when (!IsEnd(exception))
        {
            // The next heartbeat checks again.
        }
        catch (EmulatorException exception)
        {
            throw End(exception);
        }
    }

    /// <summary>Lets a stopped game go on, because the session ends.</summary>
    /// <param name="wasSet">Returns whether a breakpoint was one of the session.</param>
    public async Task LeaveAsync(Func<int, bool> wasSet)
    {
        try
        {
            if ((await emulator.GetBreakpointsAsync(CancellationToken.None).ConfigureAwait(false)).Stop is not null)
                await emulator.ContinueAsync(CancellationToken.None).ConfigureAwait(false);
            // The last access of a frame stops the game in the next one.
            var (late, _) = await emulator.WaitForStopAsync(id: 0, LateFrames, CancellationToken.None).ConfigureAwait(false);
            if (late is { Hit.Id: var id } && (id == 0 || wasSet(id)))
                await emulator.ContinueAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (EmulatorException)
        {
            // It has gone on, is frozen, or is gone.
        }
    }

    /// <summary>Returns whether a failure ends the session: the game or the emulator isn't the same any more.</summary>
    public static bool IsEnd(EmulatorException exception) => exception.Failure is
        EmulatorFailure.NoEmulator or EmulatorFailure.NoGame or EmulatorFailure.Interrupted or EmulatorFailure.ScriptOutdated
        or EmulatorFailure.WrongSecret or EmulatorFailure.ForeignScript or EmulatorFailure.Unsupported or EmulatorFailure.Stopping;

    /// <summary>Returns the end of the session after such a failure.</summary>
    public static SessionEndException End(EmulatorException exception) => new(exception.Message) { GameIsOver = true };

    private async Task<GameStop> WaitAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                var (stop, _) = await emulator.WaitForStopAsync(id: 0, WaitFrames, cancellationToken).ConfigureAwait(false);
                if (stop is not null)
                    return await KeepAsync(stop, cancellationToken).ConfigureAwait(false);
            }
            catch (EmulatorException exception) when (!IsEnd(exception))
            {
                // Another client has frozen the game, or its window is paused: it goes on later.
                await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
            }
            catch (EmulatorException exception)
            {
                throw End(exception);
            }
        }
    }

    // Another client's breakpoint may stop the game for less.
    private async Task<GameStop> KeepAsync(GameStop stop, CancellationToken cancellationToken)
    {
        if (stop.Left > StopTime / 2)
            return stop;
        try
        {
            var (renewed, _) = await emulator.StopGameAsync(StopMilliseconds, WaitFrames, cancellationToken).ConfigureAwait(false);
            return renewed ?? stop;
        }
        catch (EmulatorException)
        {
            // The next heartbeat tries again.
            return stop;
        }
    }

    private static string IdentityOf(EmulatorClient emulator) =>
        emulator.Status.Facts is { } facts ? $"{facts.Instance} {facts.Platform} {facts.Crc32}" : "";
}
