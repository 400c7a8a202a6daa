using System.Collections.Concurrent;
using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;

namespace Bridge.Api.Raw;

/// <summary>
/// One thread that serves all clients of the raw door: it accepts, reads, asks the emulators and sends, and waits for nothing but its system's
/// events. So a client needs no lock, no task and no buffer of its own while it says nothing.
/// </summary>
/// <remarks>All state is the thread's alone, but for the exchanges that have ended, which come from the threads that the emulators' replies arrive on.</remarks>
internal sealed partial class DoorLoop
{
    /// <summary>Commands under way, of all clients: those whose answers are not sent.</summary>
    public const int MostUnderWay = 1024;

    private const int MostAccepted = 64;
    private const int KeptForReuse = 256;

    private static readonly TimeSpan LongestTick = TimeSpan.FromSeconds(1);

    private readonly IDoorSystem _system;
    private readonly DoorRules _rules;
    private readonly DoorMeters _meters;
    private readonly RequestStatistics _statistics;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly int _mostClients;
    private readonly TimeSpan _patience;
    private readonly TimeSpan _tick;

    private readonly List<int> _listeners = [];
    private readonly Stack<int> _freeSlots = [];
    // Sockets that were closed may have another event in what was just waited for; their places are given away only after that.
    private readonly List<int> _closedSlots = [];
    private readonly List<DoorClient> _conversing = [];
    private readonly Stack<Conversation> _conversations = [];
    private readonly Stack<DoorExchange> _exchanges = [];
    private readonly ConcurrentQueue<DoorExchange> _ended = [];
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private DoorClient?[] _clients = new DoorClient?[64];
    private int _count;
    private int _running;
    // Those that run, and those whose answers wait for others of their client or are not sent yet: they hold memory, too.
    private int _underWay;
    private bool _isDeaf;
    private long _lookedThrough;
    private volatile bool _isEnding;
    private volatile bool _isCutOff;
    private volatile bool _isOver;
    private bool _hasEndedAll;

    public DoorLoop(
        IDoorSystem system, DoorRules rules, RawOptions options, DoorMeters meters, RequestStatistics statistics, TimeProvider time, ILogger logger)
    {
        _system = system;
        _rules = rules;
        _meters = meters;
        _statistics = statistics;
        _time = time;
        _logger = logger;
        _mostClients = options.Connections;
        _patience = options.Patience;
        _tick = options.Patience / 4 < LongestTick ? options.Patience / 4 : LongestTick;
    }

    /// <summary>Ends when everybody has gone after <see cref="End"/>, or with the error that has ended the loop.</summary>
    public Task Over => _over.Task;

    /// <summary>Serves clients until <see cref="End"/>, or until an error that isn't a single client's. Once, on a thread of its own.</summary>
    /// <param name="listeners">Sockets that listen; they stay their caller's.</param>
    /// <param name="closeListeners">Called when nobody new is taken any more.</param>
    public void Run(IReadOnlyList<int> listeners, Action closeListeners)
    {
        Exception? failure = null;
        try
        {
            foreach (var listener in listeners)
            {
                // Below 0, so that they are none of the clients' places; -1 is the system's own.
                if (!_system.Watch(listener, -2 - _listeners.Count, DoorInterest.Receive, isNew: true))
                    throw new InvalidOperationException("A listening socket can't be watched.");
                _listeners.Add(listener);
            }

            var happened = new DoorEvent[256];
            while (!(_isEnding && _count == 0 && _running == 0))
            {
                Pass(happened);
                if (_isEnding && _listeners.Count > 0)
                    StopListening(closeListeners);
            }
        }
        catch (Exception exception)
        {
            failure = exception;
        }

        Abandon();
        _system.Dispose();
        if (failure is null)
            _over.TrySetResult();
        else
            _over.TrySetException(failure);
    }

    /// <summary>Takes nobody new and reads nothing more; who is not waiting for an answer is let go at once, the others when they have it.</summary>
    public void End()
    {
        _isEnding = true;
        _system.Wake();
    }

    /// <summary>Ends without waiting for anybody.</summary>
    public void CutOff()
    {
        _isCutOff = true;
        End();
    }

    private void Pass(DoorEvent[] happened)
    {
        var count = _system.Wait(happened, _conversing.Count > 0 || (_isDeaf && !_isEnding) ? (int)_tick.TotalMilliseconds : -1);
        for (var i = 0; i < count; i++)
        {
            if (happened[i].Tag < 0 && !_isEnding)
                Accept(_listeners[-2 - happened[i].Tag]);
            else if (happened[i].Tag >= 0 && _clients[happened[i].Tag] is { Socket: >= 0 } client)
                ServeOrDrop(client, happened[i]);
        }

        while (_ended.TryDequeue(out var exchange))
            FinishOrDrop(exchange);
        if (_isEnding)
            EndAll();
        var now = _time.GetTimestamp();
        if (_time.GetElapsedTime(_lookedThrough, now) >= _tick)
            LookThrough(now);
        foreach (var slot in _closedSlots)
        {
            _clients[slot] = null;
            _freeSlots.Push(slot);
        }

        _closedSlots.Clear();
    }

    private void Accept(int listener)
    {
        for (var i = 0; i < MostAccepted && !_isEnding; i++)
        {
            var socket = _system.Accept(listener);
            if (socket == IDoorSystem.NothingThere)
                return;
            if (socket < 0)
            {
                Log.RawFull(_logger);
                Listen(isDeaf: true);
                return;
            }

            Take(socket);
        }
    }

    private void Take(int socket)
    {
        if (_count >= _mostClients)
        {
            TurnAway(socket, DoorAnswer.Of(ProblemTypes.Overloaded, $"There are {_mostClients} clients already, which is the most that the raw door takes.", safeToRepeat: true));
            return;
        }

        if (_rules.Admit(socket, _system) is { } refusal)
        {
            TurnAway(socket, refusal);
            return;
        }

        if (!_freeSlots.TryPop(out var slot))
            slot = _count + _closedSlots.Count;
        if (slot >= _clients.Length)
            Array.Resize(ref _clients, 2 * _clients.Length);
        var client = new DoorClient(socket, slot);
        if (!_system.Watch(socket, slot, client.Interest, isNew: true))
        {
            _freeSlots.Push(slot);
            _system.Close(socket);
            return;
        }

        _clients[slot] = client;
        _count++;
        _meters.Came();
        // Its hello is waited for.
        Converse(client);
    }

    private void TurnAway(int socket, DoorAnswer answer)
    {
        _meters.TurnedAway();
        try
        {
            Tell(socket, answer);
        }
        finally
        {
            _system.Close(socket);
        }
    }

    private void ServeOrDrop(DoorClient client, DoorEvent happened)
    {
        try
        {
            Serve(client, happened);
        }
        catch (Exception exception)
        {
            Drop(client, exception);
        }
    }

    // An error of the bridge itself ends the client that it came up with, and nobody else.
    private void Drop(DoorClient client, Exception exception)
    {
        Log.RawClientDropped(_logger, exception);
        Close(client);
        if (client.Conversation is { Running: 0 })
            EndConversation(client);
    }

    private void Serve(DoorClient client, DoorEvent happened)
    {
        if (happened.HasHungUp)
        {
            Close(client);
            return;
        }

        if (happened.Ready.HasFlag(DoorInterest.Send))
            Continue(client);
        if (happened.Ready.HasFlag(DoorInterest.Receive) && client.Socket >= 0 && client.Interest.HasFlag(DoorInterest.Receive))
            Receive(client);
    }

    private Conversation Converse(DoorClient client)
    {
        if (client.Conversation is { } under)
            return under;
        var conversation = _conversations.TryPop(out var used) ? used : new Conversation();
        conversation.Since = _time.GetTimestamp();
        conversation.Place = _conversing.Count;
        _conversing.Add(client);
        client.Conversation = conversation;
        return conversation;
    }

    // Only when nothing of it runs any more.
    private void EndConversation(DoorClient client)
    {
        var conversation = client.Conversation!;
        client.Conversation = null;
        while (conversation.Commands > 0)
            Recycle(conversation.TakeFirst());
        var last = _conversing[^1];
        _conversing[conversation.Place] = last;
        if (last.Conversation is { } moved)
            moved.Place = conversation.Place;
        _conversing.RemoveAt(_conversing.Count - 1);
        conversation.Reset();
        if (_conversations.Count < KeptForReuse)
            _conversations.Push(conversation);
    }

    private void Recycle(DoorExchange exchange)
    {
        if (exchange.IsAsked)
            _underWay--;
        exchange.Reset();
        if (_exchanges.Count < KeptForReuse)
            _exchanges.Push(exchange);
    }

    // What it waits for is ended. Its place is given away at the end of this pass, its conversation when the last of its commands has ended.
    private void Close(DoorClient client)
    {
        if (client.Socket < 0)
            return;
        var socket = client.Socket;
        client.Socket = -1;
        _count--;
        _meters.Went();
        _closedSlots.Add(client.Slot);
        _system.Close(socket);
        if (client.Conversation is not { } conversation)
            return;
        conversation.Cancel();
        if (conversation.Running == 0)
            EndConversation(client);
    }

    // Whatever ended the loop may come up again with each client. What still runs for them is thrown away when it ends.
    private void Abandon()
    {
        _isOver = true;
        foreach (var client in _clients.OfType<DoorClient>())
        {
            try
            {
                Close(client);
            }
            catch (Exception exception)
            {
                Log.RawClientDropped(_logger, exception);
            }
        }

        Discard();
    }

    private void StopListening(Action closeListeners)
    {
        _listeners.Clear();
        closeListeners();
    }

    private void Listen(bool isDeaf)
    {
        _isDeaf = isDeaf;
        for (var i = 0; i < _listeners.Count; i++)
            _system.Watch(_listeners[i], -2 - i, isDeaf ? DoorInterest.None : DoorInterest.Receive, isNew: false);
    }

    private void EndAll()
    {
        if (_hasEndedAll && !_isCutOff)
            return;
        _hasEndedAll = true;
        foreach (var client in _clients)
        {
            if (client is not { Socket: >= 0 })
                continue;
            try
            {
                EndClient(client);
            }
            catch (Exception exception)
            {
                Drop(client, exception);
            }
        }
    }

    private void EndClient(DoorClient client)
    {
        if (client.Conversation is { } conversation && !_isCutOff)
        {
            conversation.IsEnding = true;
            Settle(client, conversation);
        }
        else
        {
            Close(client);
        }
    }

    // Who takes too long to say hello, to finish a message or to read on.
    private void LookThrough(long now)
    {
        _lookedThrough = now;
        if (_isDeaf && !_isEnding)
            Listen(isDeaf: false);
        for (var i = _conversing.Count - 1; i >= 0; i--)
        {
            var client = _conversing[i];
            var conversation = client.Conversation!;
            var isAwaited = client.Emulator is null || conversation.HasOutput || (conversation.InputLength > 0 && conversation.HasRoom);
            if (client.Socket < 0 || !isAwaited || _time.GetElapsedTime(conversation.Since, now) < _patience)
                continue;
            try
            {
                GiveUp(client, conversation);
            }
            catch (Exception exception)
            {
                Drop(client, exception);
            }
        }
    }

    private void GiveUp(DoorClient client, Conversation conversation)
    {
        if (client.Emulator is null)
            _meters.TurnedAway();
        if (!conversation.HasOutput)
        {
            Tell(client.Socket, DoorAnswer.Of(ProblemTypes.TooSlow, client.Emulator is null
                ? $"There was no hello within {_patience.TotalSeconds:0.###} s." : $"A message was not finished within {_patience.TotalSeconds:0.###} s; nothing of it was used."));
        }

        Close(client);
    }

    // To somebody whose connection ends right behind it, so it is sent once or not.
    private void Tell(int socket, DoorAnswer answer)
    {
        var length = answer.Write(_sending);
        _system.Send(socket, _sending.AsSpan(0, length));
        _system.EndSending(socket);
    }
}
