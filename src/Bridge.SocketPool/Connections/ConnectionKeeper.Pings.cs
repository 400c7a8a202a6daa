using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ConnectionKeeper
{
    private async Task PingAsync(ReusableSocket socket)
    {
        var sent = time.GetTimestamp();
        var gameChanged = monitor.TryClaimGameChange();
        var refreshesFacts = monitor.TryClaimInfoRefresh() || gameChanged;
        meters.Durations.TakeSnapshot();
        try
        {
            using var reply = await ExchangeAsync(
                socket, refreshesFacts ? CommandTable.Info.Request() : Ping()).ConfigureAwait(false);
            if (refreshesFacts)
            {
                monitor.SetInfo(FactsReader.Read(reply), reply.Frame, sent);
                if (gameChanged)
                    observer.OnFacts();
            }
            else
            {
                monitor.Stopped = reply.Arguments.SequenceEqual("stopped"u8);
                monitor.Held = !reply.Arguments.IsEmpty && !monitor.Stopped;
            }

            monitor.OnPingReply(reply.Frame, sent);
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.NoGame)
        {
            monitor.GameClosed();
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.Overloaded)
        {
            await WaitWhileFullAsync(socket).ConfigureAwait(false);
            return;
        }

        SetState(EmulatorState.Running, "");
        observer.OnHeartbeat();
    }

    // A connection without room for a ping is healthy as long as anything is received on it.
    private async Task WaitWhileFullAsync(ReusableSocket socket)
    {
        var fullSince = time.GetTimestamp();
        await WaitAsync(socket.Closed, options.PausedAfter).ConfigureAwait(false);
        if (socket.LastHeard <= fullSince)
            MarkSilent(socket);
    }

    // Waits without a deadline, because a paused emulator replies when it is unpaused; after PausedAfter it counts as paused.
    private async Task<EmulatorReply> ExchangeAsync(ReusableSocket socket, EmulatorRequest request)
    {
        var sent = time.GetTimestamp();
        var reply = socket.SendAsync(request, long.MaxValue, CancellationToken.None).AsTask();
        var left = options.PausedAfter;
        while (left > TimeSpan.Zero && !reply.IsCompleted)
        {
            await WaitAsync(reply, left).ConfigureAwait(false);
            // Bytes of a program that isn't known to be the script are no sign of life: it could send its reply byte by byte.
            left = options.PausedAfter - time.GetElapsedTime(Volatile.Read(ref _isScript) ? socket.LastHeard : sent);
        }

        if (!reply.IsCompleted)
        {
            MarkSilent(socket);
            _ = PingAgainAsync(socket, reply);
        }

        return await reply.ConfigureAwait(false);
    }

    private void MarkSilent(ReusableSocket socket)
    {
        monitor.OnSilent(socket.LastHeard);
        socket.MarkSilent(monitor.Stuck);
        if (_handshake?.FindForeigner() is { } foreigner)
            SetState(EmulatorState.ForeignScript, foreigner.Message);
        else
            SetState(EmulatorState.Paused, $"no reply for {options.PausedAfter.TotalMilliseconds} ms");
        CompleteConnectAttempt();
    }

    // A paused emulator answers both pings when it is unpaused. If the second ping is answered and the first is not, the first reply was
    // lost; break the connection.
    private async Task PingAgainAsync(ReusableSocket socket, Task first)
    {
        try
        {
            using var second = await socket.SendAsync(Ping(), long.MaxValue, CancellationToken.None).ConfigureAwait(false);
        }
        catch (EmulatorException exception)
            when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown or EmulatorFailure.Overloaded)
        {
            return;
        }
        catch (EmulatorException)
        {
            // An error is a reply as well.
        }

        await WaitAsync(first, options.PausedAfter).ConfigureAwait(false);
        if (!first.IsCompleted)
            socket.Break(new InvalidDataException("The script did not reply to a request."));
    }

    // All connections ping at the same time, so that an idle bridge wakes up once for all of them.
    private TimeSpan TimeUntilNextPing()
    {
        var interval = options.PingInterval;
        var left = interval - TimeSpan.FromTicks(time.GetElapsedTime(0).Ticks % interval.Ticks);
        // A timer may fire slightly early.
        return left > interval / 2 ? left : left + interval;
    }

    // Waits for the task, but at most for a duration, and leaves no timer behind. WaitAsync drops fractions of a millisecond, so it would
    // return at once, again and again, for the rest of the last millisecond.
    private async Task WaitAsync(Task task, TimeSpan max) =>
        await task.WaitAsync(TimeSpan.FromMilliseconds(Math.Ceiling(max.TotalMilliseconds)), time) // mutation: rest-of-millisecond
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private static EmulatorRequest Ping() => CommandTable.Ping.Request();
}
