using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ConnectionKeeper
{
    private async Task PingAsync(ReusableSocket socket)
    {
        var sent = time.GetTimestamp();
        var gameChanged = monitor.TakeGameChanged();
        var asksForFacts = monitor.TryClaimInfoRefresh() || gameChanged;
        meters.Durations.MoveOn();
        try
        {
            using var reply = await ExchangeAsync(
                socket, asksForFacts ? CommandTable.Info.Request() : Ping()).ConfigureAwait(false);
            if (asksForFacts)
            {
                monitor.SetInfo(FactsReader.Read(reply), reply.Frame);
                if (gameChanged)
                    observer.OnFacts();
            }
            else
            {
                monitor.Held = !reply.Arguments.IsEmpty;
            }

            monitor.Answered(reply.Frame, time.GetElapsedTime(sent));
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.NoGame)
        {
            monitor.GameClosed();
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.Overloaded)
        {
            await WatchFullAsync(socket).ConfigureAwait(false);
            return;
        }

        Become(EmulatorState.Running, "");
        observer.OnHeartbeat();
    }

    // A connection with no room for a ping isn't broken: as long as anything is answered, it is as good as one.
    private async Task WatchFullAsync(ReusableSocket socket)
    {
        var full = time.GetTimestamp();
        await UntilAsync(socket.Closed, options.PausedAfter).ConfigureAwait(false);
        if (socket.LastHeard <= full)
            FallSilent(socket);
    }

    // Waits for ever, because a paused emulator answers when it goes on; but from PausedAfter on it counts as paused.
    private async Task<EmulatorReply> ExchangeAsync(ReusableSocket socket, EmulatorRequest request)
    {
        var reply = socket.SendAsync(request, long.MaxValue, retry: null, CancellationToken.None).AsTask();
        var patience = options.PausedAfter;
        while (patience > TimeSpan.Zero && !reply.IsCompleted)
        {
            await UntilAsync(reply, patience).ConfigureAwait(false);
            patience = options.PausedAfter - time.GetElapsedTime(socket.LastHeard);
        }

        if (!reply.IsCompleted)
        {
            FallSilent(socket);
            _ = AskAgainAsync(socket, reply);
        }

        return await reply.ConfigureAwait(false);
    }

    private void FallSilent(ReusableSocket socket)
    {
        monitor.FellSilent(socket.LastHeard);
        socket.MarkSilent(monitor.Stuck);
        Become(EmulatorState.Paused, $"no reply for {options.PausedAfter.TotalMilliseconds} ms");
        CompleteConnectAttempt();
    }

    // A paused emulator answers both when it goes on. One that answers this and not what came before has lost that, and it
    // would be waited for in vain.
    private async Task AskAgainAsync(ReusableSocket socket, Task first)
    {
        try
        {
            using var second = await socket.SendAsync(Ping(), long.MaxValue, retry: null, CancellationToken.None).ConfigureAwait(false);
        }
        catch (EmulatorException exception)
            when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown or EmulatorFailure.Overloaded)
        {
            return;
        }
        catch (EmulatorException)
        {
            // An answer as well.
        }

        await UntilAsync(first, options.PausedAfter).ConfigureAwait(false);
        if (!first.IsCompleted)
            socket.Break(new InvalidDataException("The script did not reply to a request."));
    }

    // All connections ask at the same moments, so that an idle bridge wakes once for all of them.
    private TimeSpan UntilNextPing()
    {
        var interval = options.PingInterval;
        var left = interval - TimeSpan.FromTicks(time.GetElapsedTime(0).Ticks % interval.Ticks);
        // A timer may come a little before its moment.
        return left > interval / 2 ? left : left + interval;
    }

    // Ends with the task, or when the time is up, and leaves no timer behind. WaitAsync counts whole milliseconds and drops the rest,
    // so that what is left of the last one would be waited for again and again without waiting.
    private async Task UntilAsync(Task task, TimeSpan max) =>
        await task.WaitAsync(TimeSpan.FromMilliseconds(Math.Ceiling(max.TotalMilliseconds)), time) // mutation: rest-of-millisecond
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private static EmulatorRequest Ping() => CommandTable.Ping.Request();
}
