using System.Buffers;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Raw;

/// <content>What comes from the clients.</content>
internal sealed partial class DoorLoop
{
    private const int LeastRoom = 4096;

    // Of all clients: what is no whole message is copied out of it before another one is read.
    private readonly byte[] _receiving = new byte[64 * 1024];

    private void Receive(DoorClient client)
    {
        var conversation = Converse(client);
        var isNew = conversation.InputLength == 0;
        var room = isNew ? _receiving : conversation.RoomForInput(LeastRoom);
        var received = _system.Receive(client.Socket, room);
        if (received == IDoorSystem.NothingThere)
        {
            Settle(client, conversation);
            return;
        }

        if (received <= 0)
        {
            Close(client);
            return;
        }

        if (isNew)
        {
            var used = Begin(client, conversation, _receiving.AsSpan(0, received));
            var rest = _receiving.AsSpan(used, received - used);
            if (!rest.IsEmpty)
            {
                rest.CopyTo(conversation.RoomForInput(rest.Length));
                conversation.Received(rest.Length);
                conversation.Since = _time.GetTimestamp();
            }
        }
        else
        {
            conversation.Received(received);
            BeginFromInput(client, conversation);
        }

        Continue(client);
    }

    private int BeginFromInput(DoorClient client, Conversation conversation)
    {
        var used = Begin(client, conversation, conversation.Input);
        if (used > 0)
            conversation.Consume(used);
        return used;
    }

    // As many messages as are whole and have room.
    private int Begin(DoorClient client, Conversation conversation, ReadOnlySpan<byte> bytes)
    {
        var used = 0;
        while (conversation.HasRoom && used < bytes.Length)
        {
            var rest = bytes[used..];
            if (client.Emulator is null && !MayBeGreeting(rest))
            {
                Refuse(client, conversation, ProblemTypes.BadRequest, "The first message is a hello: hello 1 EMULATOR TOKEN, where both may be left out.");
                return bytes.Length;
            }

            var scanned = conversation.Scanned;
            var status = CommandMessage.TryRead(rest, ref scanned, out var message, out var error);
            conversation.Scanned = status == OperationStatus.NeedMoreData ? scanned : 0;
            if (status == OperationStatus.NeedMoreData)
                break;
            if (status != OperationStatus.Done)
            {
                Refuse(client, conversation, status == OperationStatus.InvalidData ? ProblemTypes.BadRequest : ProblemTypes.TooLarge, $"The message {error}.");
                return bytes.Length;
            }

            if (!TryBegin(client, conversation, message))
                break;
            used += message.Length;
        }

        return used;
    }

    private static bool MayBeGreeting(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes.TrimStart("\r\n"u8);
        var least = Math.Min(bytes.Length, DoorRules.Greeting.Length);
        return bytes[..least].SequenceEqual(DoorRules.Greeting[..least]);
    }

    // False: not before those under way are answered.
    private bool TryBegin(DoorClient client, Conversation conversation, in CommandMessage message)
    {
        if (message.Word.SequenceEqual("hello"u8))
        {
            Add(client, conversation, null).Complete(_rules.Count(client, _system) ?? _rules.Greet(client, message.Arguments));
            if (client.Emulator is not null)
                return true;
            conversation.IsEnding = true;
            _meters.TurnedAway();
            return true;
        }

        var refusal = DoorRules.Judge(client, message, out var command, out var category);
        if (refusal is null && conversation.Commands > 0 && command!.AnswersAtLength(message))
            return false;
        refusal = _rules.Count(client, _system) ?? refusal;
        if (refusal is null && _underWay >= MostUnderWay)
        {
            refusal = DoorAnswer.Of(ProblemTypes.Overloaded, $"There are {MostUnderWay} commands under way at the raw door, which is the most; this one did not run.",
                safeToRepeat: true);
        }

        var exchange = Add(client, conversation, command);
        if (refusal is not null)
            exchange.Complete(refusal);
        else
            Ask(client, conversation, exchange, message, category);
        return true;
    }

    private void Ask(DoorClient client, Conversation conversation, DoorExchange exchange, in CommandMessage message, ReplayCategory category)
    {
        try
        {
            exchange.Places = _rules.TakePlaces(client, exchange.Command!);
            var request = exchange.Command!.ReadRequest(message.Arguments, exchange.Copy(message.Payload)) with { Category = category };
            var asked = client.Emulator!.SendAsync(request, conversation.Leaving);
            conversation.IsLong = exchange.Command.AnswersAtLength(message);
            conversation.Running++;
            _running++;
            _underWay++;
            exchange.Await(asked, request.FramesNeeded > 0);
        }
        catch (Exception exception)
        {
            Fail(exchange, exception);
        }
    }

    private DoorExchange Add(DoorClient client, Conversation conversation, CommandDescriptor? command)
    {
        var exchange = _exchanges.TryPop(out var used) ? used : new DoorExchange(OnEnded);
        exchange.Begin(client, command, _time.GetTimestamp());
        conversation.Add(exchange);
        return exchange;
    }

    // What comes behind it can't be told apart any more.
    private void Refuse(DoorClient client, Conversation conversation, ProblemType problem, string sentence)
    {
        if (client.Emulator is null)
            _meters.TurnedAway();
        Add(client, conversation, null).Complete(DoorAnswer.Of(problem, sentence));
        conversation.IsEnding = true;
    }
}
