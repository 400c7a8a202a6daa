using System.Buffers;
using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;

namespace Bridge.Api.Raw;

/// <content>What goes to the clients, in the order of their commands.</content>
internal sealed partial class DoorLoop
{
    // Of all clients, like the buffer for what comes.
    private readonly byte[] _sending = new byte[64 * 1024];

    // On whatever thread the reply has come.
    private void OnEnded(DoorExchange exchange)
    {
        _ended.Enqueue(exchange);
        if (_isOver)
            Discard();
        else
            _system.Wake();
    }

    // The emulators' clients get the places of these exchanges back.
    private void Discard()
    {
        while (_ended.TryDequeue(out var exchange))
            exchange.Discard();
    }

    private void FinishOrDrop(DoorExchange exchange)
    {
        var client = exchange.Client;
        try
        {
            Finish(exchange);
        }
        catch (Exception exception)
        {
            Drop(client, exception);
        }
    }

    private void Finish(DoorExchange exchange)
    {
        var client = exchange.Client;
        var conversation = client.Conversation!;
        conversation.Running--;
        _running--;
        try
        {
            var reply = exchange.TakeReply();
            exchange.Complete(reply);
            exchange.Emulator!.NoteAnswered(exchange.Command!, reply);
            if (!exchange.TakesFrames)
                _statistics.Add(_time.GetElapsedTime(exchange.Began), failed: false);
        }
        catch (OperationCanceledException) when (client.Socket < 0)
        {
            exchange.Complete(DoorAnswer.Of(ProblemTypes.Cancelled, "The client has hung up."));
        }
        catch (Exception exception)
        {
            Fail(exchange, exception);
        }

        if (client.Socket >= 0)
        {
            conversation.Since = _time.GetTimestamp();
            if (conversation.First == exchange)
                Continue(client);
        }
        else if (conversation.Running == 0)
        {
            EndConversation(client);
        }
    }

    private void Fail(DoorExchange exchange, Exception exception)
    {
        var elapsed = _time.GetElapsedTime(exchange.Began);
        var answer = _rules.Explain(exception);
        if (answer is null)
        {
            Log.RawUnexpected(_logger, exchange.Command?.Name, exception);
            answer = DoorAnswer.Of(ProblemTypes.InternalError, "The bridge had an error of its own; its log has the cause.");
        }
        else if (answer.IsFailure)
        {
            Log.RawFailed(_logger, exchange.Command?.Name, answer.Word, elapsed.TotalMilliseconds, exchange.Emulator?.Name);
        }

        _statistics.Add(elapsed, answer.IsFailure);
        exchange.Complete(answer);
    }

    // Sends what can be sent and begins what then has room, until neither goes on.
    private void Continue(DoorClient client)
    {
        var conversation = Converse(client);
        do
        {
            if (!TrySend(client, conversation))
                return;
        }
        while (conversation.InputLength > 0 && conversation.HasRoom && BeginFromInput(client, conversation) > 0);
        Settle(client, conversation);
    }

    // What the client is watched for from now on; or its end, or that of its conversation.
    private void Settle(DoorClient client, Conversation conversation)
    {
        if (conversation.IsEnding && conversation.Commands == 0 && !conversation.HasOutput)
        {
            _system.EndSending(client.Socket);
            Close(client);
            return;
        }

        var interest = (conversation.HasRoom ? DoorInterest.Receive : DoorInterest.None) | (conversation.HasOutput ? DoorInterest.Send : DoorInterest.None);
        if (interest != client.Interest)
        {
            client.Interest = interest;
            if (!_system.Watch(client.Socket, client.Slot, interest, isNew: false))
            {
                Close(client);
                return;
            }
        }

        if (conversation.IsOver && !conversation.IsEnding && client.Emulator is not null)
            EndConversation(client);
    }

    // False when the client is gone.
    private bool TrySend(DoorClient client, Conversation conversation)
    {
        if (conversation.HasOutput && !TrySendOutput(client, conversation))
            return client.Socket >= 0;
        var filled = 0;
        while (conversation.First is { IsOver: true } exchange)
        {
            var most = exchange.MostBytes;
            if (filled > 0 && filled + most > _sending.Length)
            {
                if (!TrySend(client, conversation, filled))
                    return client.Socket >= 0;
                filled = 0;
            }

            if (most <= _sending.Length)
            {
                filled += exchange.Write(_sending.AsSpan(filled));
            }
            else
            {
                var output = ArrayPool<byte>.Shared.Rent(most);
                conversation.Keep(output, 0, exchange.Write(output));
            }

            Recycle(conversation.TakeFirst());
            conversation.IsLong = false;
            if (conversation.HasOutput && !TrySendOutput(client, conversation))
                return client.Socket >= 0;
        }

        return filled == 0 || TrySend(client, conversation, filled) || client.Socket >= 0;
    }

    // What the shared buffer has; the rest of it, if any, becomes the conversation's own.
    private bool TrySend(DoorClient client, Conversation conversation, int length)
    {
        var sent = _system.Send(client.Socket, _sending.AsSpan(0, length));
        if (sent == length)
            return true;
        if (sent == IDoorSystem.Broken)
        {
            Close(client);
            return false;
        }

        var rest = _sending.AsSpan(Math.Max(sent, 0)..length);
        var output = ArrayPool<byte>.Shared.Rent(rest.Length);
        rest.CopyTo(output);
        conversation.Keep(output, 0, rest.Length);
        conversation.Since = _time.GetTimestamp();
        return false;
    }

    // False when the client doesn't take all of it now, or is gone.
    private bool TrySendOutput(DoorClient client, Conversation conversation)
    {
        while (conversation.HasOutput)
        {
            var sent = _system.Send(client.Socket, conversation.Output);
            if (sent == IDoorSystem.NothingThere)
                return false;
            if (sent < 0)
            {
                Close(client);
                return false;
            }

            conversation.Sent(sent);
            conversation.Since = _time.GetTimestamp();
        }

        return true;
    }
}
