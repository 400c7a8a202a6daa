using Bridge.Doors.Gdb.Packets;
using Bridge.Doors.Listening;
using Bridge.SocketPool;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>
/// Serves one debugger: stops the game with its first packet, answers its packets while the game is stopped, and lets it go on in between
/// and afterwards.
/// </summary>
internal sealed class GdbSession
{
    // GDB's numbers of SIGTRAP and SIGINT.
    private const int Trap = 5, Interrupted = 2;

    private readonly GdbConnection _connection;
    private readonly DebuggedGame _game;
    private readonly SessionBreakpoints _breakpoints;
    private readonly SessionAnswers _answers;
    private readonly CancellationToken _stopping;
    private readonly Action _onAttached;
    private bool _isAttached;
    private bool _isDetached;
    private string _stopReply = "";
    private bool _hasSeenAccess; // Whether the latest stop was at an access of memory, see Describe.

    public GdbSession(
        GdbConnection connection, EmulatorClient emulator, TimeProvider time, Action onAttached, CancellationToken stopping)
    {
        _connection = connection;
        _game = new DebuggedGame(emulator, time);
        _breakpoints = new SessionBreakpoints(emulator);
        _answers = new SessionAnswers(_game, _breakpoints);
        _onAttached = onAttached;
        _stopping = stopping;
    }

    /// <summary>Serves until the debugger detaches.</summary>
    /// <exception cref="SessionEndException">It ends otherwise.</exception>
    public async Task ServeAsync()
    {
        try
        {
            while (!_isDetached)
                await HandleAsync(await TakeAsync().ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (_stopping.IsCancellationRequested)
        {
            throw new SessionEndException("its door was closed");
        }
        finally
        {
            if (_isAttached)
                await LeaveAsync().ConfigureAwait(false);
        }
    }

    private async Task LeaveAsync()
    {
        _isAttached = false;
        await _breakpoints.ClearAsync().ConfigureAwait(false);
        await _game.LeaveAsync(_breakpoints.WasSet).ConfigureAwait(false);
    }

    private async Task<GdbInput> TakeAsync()
    {
        if (!_isAttached)
            return await _connection.TakeFirstAsync().ConfigureAwait(false);
        while (!_connection.Next.IsCompleted)
        {
            var change = _game.Change;
            await Task.WhenAny(_connection.Next, change).ConfigureAwait(false);
            if (change.IsCompleted)
                await _game.CheckAsync(isStopped: true, _stopping).ConfigureAwait(false);
        }

        return await _connection.TakeAsync().ConfigureAwait(false);
    }

    private async Task HandleAsync(GdbInput input)
    {
        // A stopped game needs no interrupt; the debugger may send one when it stops just then.
        if (input.Kind != GdbInputKind.Packet)
            return;
        // Not before, because others than debuggers open connections too.
        if (!_isAttached)
            await AttachAsync().ConfigureAwait(false);
        var packet = input.Text;
        switch (ResumePacket.Read(packet))
        {
            case Resume.Continue:
                await RunAsync(_game.ContinueAsync, isStep: false).ConfigureAwait(false);
                break;
            case Resume.Step when _hasSeenAccess:
                // See Describe.
                _hasSeenAccess = false;
                await _connection.SendAsync(_stopReply = Reply(Trap, "")).ConfigureAwait(false);
                break;
            case Resume.Step:
                await RunAsync(_game.StepAsync, isStep: true).ConfigureAwait(false);
                break;
            case Resume.Elsewhere:
                await _connection.SendAsync("E.The game can only go on at the instruction where it stands.").ConfigureAwait(false);
                break;
            default:
                await AnswerAsync(packet).ConfigureAwait(false);
                break;
        }
    }

    private async Task AttachAsync()
    {
        if (DebuggedGame.FindRefusal(_game.Emulator) is { } refusal)
            throw new SessionEndException(refusal);
        // Whatever happens from here on, the game goes on afterwards.
        _isAttached = true;
        await _game.AttachAsync().ConfigureAwait(false);
        _stopReply = Reply(Trap, "");
        _onAttached();
    }

    private async Task AnswerAsync(string packet)
    {
        if (packet is "?")
        {
            await _connection.SendAsync(_stopReply).ConfigureAwait(false);
        }
        else if (packet is "k" or "D" or ['D', ';', ..])
        {
            await LeaveAsync().ConfigureAwait(false);
            _isDetached = true;
            if (packet is not "k")
                await _connection.SendAsync("OK").ConfigureAwait(false);
        }
        else
        {
            await _connection.SendAsync(await _answers.AnswerAsync(packet, _stopping).ConfigureAwait(false)).ConfigureAwait(false);
            if (packet is "QStartNoAckMode")
                _connection.StopConfirming();
        }
    }

    // Lets the game go on, and tells where it stops.
    private async Task RunAsync(Func<CancellationToken, Task> run, bool isStep)
    {
        _hasSeenAccess = false;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(_stopping);
        var running = run(end.Token);
        Task<string?>? interrupting = null;
        var hasTold = false;
        try
        {
            while (!running.IsCompleted)
            {
                var change = _game.Change;
                await Task.WhenAny(running, _connection.Next, change, interrupting ?? running).ConfigureAwait(false);
                if (interrupting is { IsCompleted: true } done)
                {
                    var problem = await done.ConfigureAwait(false);
                    // The game may be frozen, or this came before it went on.
                    interrupting = _game.InterruptAgainAsync(end.Token);
                    if (problem is not null && !hasTold)
                    {
                        hasTold = true;
                        // A text for the debugger's console.
                        await _connection.SendAsync($"O{PacketFields.Write(problem + "\n")}").ConfigureAwait(false);
                    }
                }
                else if (change.IsCompleted)
                {
                    await _game.CheckAsync(isStopped: false, _stopping).ConfigureAwait(false);
                }
                else if (_connection.Next.IsCompleted
                    && (await _connection.TakeAsync().ConfigureAwait(false)).Kind == GdbInputKind.Interrupt)
                {
                    interrupting ??= _game.InterruptAsync();
                }
            }

            await running.ConfigureAwait(false);
        }
        catch (SessionEndException exception) when (exception.GameIsOver)
        {
            // The game has ended, with the exit code 0.
            await _connection.SendAsync("W00").ConfigureAwait(false);
            throw;
        }
        finally
        {
            await end.CancelAsync().ConfigureAwait(false);
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            // Otherwise the game could stop after the debugger has left.
            if (interrupting is not null)
                await interrupting.ConfigureAwait(false);
        }

        await _connection.SendAsync(_stopReply = Describe(isStep)).ConfigureAwait(false);
    }

    // GDB believes that an ARM stops before an access, so it removes its watchpoints and steps once. Our game stops behind the access. So
    // that step runs nothing, and GDB is right about where the game stands.
    private string Describe(bool isStep)
    {
        var stop = _game.Stop;
        var access = _breakpoints.Describe(stop);
        _hasSeenAccess = access.Length > 0;
        return Reply(stop.Hit.Id == 0 && !isStep ? Interrupted : Trap, access);
    }

    private static string Reply(int signal, string access) => $"T{signal:x2}{access}thread:1;";
}
