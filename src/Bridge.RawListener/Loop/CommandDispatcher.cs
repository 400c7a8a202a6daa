using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Microsoft.Extensions.Logging;

namespace Bridge.RawListener.Loop;

/// <summary>Starts commands, which go to the emulators or are replied to at once, and handles their results.</summary>
internal sealed class CommandDispatcher(
    RawHost host, RawAuthorization authorization, ExchangePool exchanges, RawMeters meters, TimeProvider time, ILogger logger)
{
    /// <summary>Max commands in flight of all clients.</summary>
    public const int MaxInFlight = 1024;

    private static readonly RawReply InternalError =
        RawReply.Error(RawProblems.InternalError, "The bridge had an internal error; its log has the cause.") with { IsFailure = true };

    /// <summary>Gets how many commands run in the emulators.</summary>
    public int Running { get; private set; }

    /// <summary>Starts a command. Returns false if it has to wait for those in flight.</summary>
    public bool TryBegin(RawConnection connection, RawConnectionState state, in CommandMessage message)
    {
        if (message.Word.SequenceEqual("hello"u8))
        {
            HandleHello(connection, state, message);
            return true;
        }

        var refusal = RawAuthorization.Authorize(connection, message, out var command, out var category);
        if (refusal is null && state.Commands > 0 && command!.MayHaveLongReply(message))
            return false;
        refusal = authorization.CountMessage(connection) ?? refusal ?? host.Refuse(connection.Emulator!) ?? RefuseBeyondLimit();
        var exchange = Add(connection, state, command);
        if (refusal is not null)
            exchange.Complete(refusal);
        else
            Send(state, exchange, message, category);
        return true;
    }

    /// <summary>Replies with a problem and closes the connection, because the start of the next message is unknown.</summary>
    public void Refuse(RawConnection connection, RawConnectionState state, RawReply refusal)
    {
        if (connection.Emulator is null)
            meters.OnRefused();
        Add(connection, state, null).Complete(refusal);
        state.IsClosing = true;
    }

    /// <summary>Handles the result of a command that ran.</summary>
    public void Finish(RawExchange exchange)
    {
        var connection = exchange.Connection;
        connection.State!.Running--;
        Running--;
        try
        {
            var reply = exchange.Complete();
            exchange.Emulator!.OnReply(exchange.Command!, reply);
            if (!exchange.TakesFrames)
                host.CountCommand(time.GetElapsedTime(exchange.StartedAt), false);
        }
        catch (OperationCanceledException) when (!connection.IsOpen)
        {
            exchange.Complete(RawReply.Error(RawProblems.Cancelled, "The client closed the connection."));
        }
        catch (Exception exception)
        {
            Fail(exchange, exception);
        }
    }

    private void HandleHello(RawConnection connection, RawConnectionState state, in CommandMessage message)
    {
        var reply = authorization.CountMessage(connection) ?? authorization.HandleHello(connection, message.Arguments);
        Add(connection, state, null).Complete(reply);
        if (connection.Emulator is not null)
            return;
        state.IsClosing = true;
        meters.OnRefused();
    }

    private RawReply? RefuseBeyondLimit() => exchanges.InFlight < MaxInFlight ? null : RawReply.Error(RawProblems.Overloaded,
        $"The raw listener already runs {MaxInFlight} commands, the maximum. This command did not run.", safeToRepeat: true);

    private void Send(RawConnectionState state, RawExchange exchange, in CommandMessage message, ReplayCategory category)
    {
        try
        {
            var (connection, command) = (exchange.Connection, exchange.Command!);
            exchange.Places = connection.Token?.TakePlaces(connection.Emulator!, command);
            var request = command.ReadRequest(message.Arguments, exchange.Copy(message.Payload)) with { Category = category };
            RequestOrigin.Current = connection.Token;
            var pendingReply = connection.Emulator!.SendAsync(request, state.Closed);
            state.IsLong = command.MayHaveLongReply(message);
            state.Running++;
            Running++;
            exchanges.OnSent();
            exchange.Await(pendingReply, request.FramesNeeded > 0);
        }
        catch (Exception exception)
        {
            Fail(exchange, exception);
        }
    }

    private RawExchange Add(RawConnection connection, RawConnectionState state, CommandDescriptor? command)
    {
        var exchange = exchanges.Get();
        exchange.Begin(connection, command, time.GetTimestamp());
        state.Add(exchange);
        return exchange;
    }

    private void Fail(RawExchange exchange, Exception exception)
    {
        var elapsed = time.GetElapsedTime(exchange.StartedAt);
        var reply = Explain(exception);
        if (reply is null)
        {
            Log.Unexpected(logger, exchange.Command?.Name, exception);
            reply = InternalError;
        }
        else if (reply.IsFailure)
        {
            Log.Failed(logger, exchange.Command?.Name, reply.Word, elapsed.TotalMilliseconds, exchange.Emulator?.Name);
        }

        host.CountCommand(elapsed, reply.IsFailure);
        exchange.Complete(reply);
    }

    // .NET appends the parameter's name to the message.
    private RawReply? Explain(Exception exception) => exception is ArgumentException argumentException
        ? RawReply.Error(RawProblems.BadRequest, argumentException.Message.Split(" (Parameter", 2)[0])
        : host.Explain(exception);
}
