using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Bridge.RawListener.Diagnostics;
using Bridge.RawListener.Model;
using Bridge.RawListener.Replies;
using Bridge.SocketPool.Framing;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Commands;

/// <summary>Starts commands, which go to the emulators or are replied to at once, and turns their outcomes into replies.</summary>
[SuppressMessage("Design", "CA1001", Justification = "It has no timer and no handle.")]
internal sealed class CommandDispatcher(RawHost host, TimeProvider time, ILogger logger)
{
    /// <summary>Max commands in flight of all clients.</summary>
    public const int MaxInFlight = 1024;

    private static readonly RawReply InternalError =
        RawReply.Error(RawProblems.InternalError, "The bridge had an internal error; its log has the cause.") with { IsFailure = true };

    private readonly RawAuthorization _authorization = new(host);
    private readonly SemaphoreSlim _inFlight = new(MaxInFlight);

    /// <summary>Returns what the client may do with a message.</summary>
    public static Permission Check(RawSession session, in CommandMessage message) =>
        IsHello(message) ? default : RawAuthorization.Authorize(session, message);

    /// <summary>Starts the command of a message.</summary>
    /// <param name="session">The client, whose emulator and token a hello sets.</param>
    /// <param name="message">The message.</param>
    /// <param name="permission">What the client may do with it.</param>
    /// <returns>The outcome, which the caller owns.</returns>
    public ValueTask<CommandResult> Begin(RawSession session, in CommandMessage message, in Permission permission)
    {
        var refusal = _authorization.CountMessage(session);
        if (IsHello(message))
            return Reply(refusal ?? _authorization.HandleHello(session, message.Arguments));
        refusal ??= permission.Refusal ?? host.Refuse(session.Emulator!) ?? RefuseBeyondLimit();
        if (refusal is not null)
            return Reply(refusal);
        var running = new RunningCommand(session.Emulator!, permission.Command!, time.GetTimestamp());
        try
        {
            running.Places = session.Token?.TakePlaces(running.Emulator, running.Command);
            var request = running.Command.ReadRequest(message.Arguments, running.CopyPayload(message.Payload)) with
            {
                Category = permission.Category,
                // A command that was read on the thread that polls the sockets is quick to reply to there.
                ContinuesInline = !Thread.CurrentThread.IsThreadPoolThread,
            };
            RequestOrigin.Current = session.Token;
            return RunAsync(running, request, session.Closed);
        }
        catch (Exception exception)
        {
            using (running)
                return ValueTask.FromResult(Fail(running, exception));
        }
    }

    private static bool IsHello(in CommandMessage message) => message.Word.SequenceEqual("hello"u8);

    private static ValueTask<CommandResult> Reply(RawReply reply) => ValueTask.FromResult(new CommandResult(reply));

    // Takes a place among the commands in flight.
    private RawReply? RefuseBeyondLimit() => _inFlight.Wait(0) ? null : RawReply.Error(RawProblems.Overloaded,
        $"The raw listener already runs {MaxInFlight} commands, the maximum. This command did not run.", safeToRepeat: true);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<CommandResult> RunAsync(RunningCommand running, EmulatorRequest request, CancellationToken closed)
    {
        using (running)
        {
            try
            {
                var reply = await running.Emulator.SendAsync(request, closed);
                running.Emulator.OnReply(running.Command, reply);
                // A command that waits as long as its client requested says nothing about the bridge's speed.
                if (request.FramesNeeded == 0)
                    host.CountCommand(time.GetElapsedTime(running.StartedAt), false);
                return new CommandResult(reply, _inFlight);
            }
            catch (OperationCanceledException) when (closed.IsCancellationRequested)
            {
                return new CommandResult(RawReply.Error(RawProblems.Cancelled, "The client closed the connection."), _inFlight);
            }
            catch (Exception exception)
            {
                return Fail(running, exception);
            }
        }
    }

    private CommandResult Fail(RunningCommand running, Exception exception)
    {
        var elapsed = time.GetElapsedTime(running.StartedAt);
        var reply = Explain(exception);
        if (reply is null)
        {
            Log.Unexpected(logger, running.Command.Name, exception);
            reply = InternalError;
        }
        else if (reply.IsFailure)
        {
            Log.Failed(logger, running.Command.Name, reply.Word, elapsed.TotalMilliseconds, running.Emulator.Name);
        }

        host.CountCommand(elapsed, reply.IsFailure);
        return new CommandResult(reply, _inFlight);
    }

    // .NET appends the parameter's name to the message.
    private RawReply? Explain(Exception exception) => exception is ArgumentException argumentException
        ? RawReply.Error(RawProblems.BadRequest, argumentException.Message.Split(" (Parameter", 2)[0])
        : host.Explain(exception);
}
