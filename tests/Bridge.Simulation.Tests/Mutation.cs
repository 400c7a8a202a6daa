namespace Bridge.Simulation.Tests;

/// <summary>A bug to be planted into a copy of the client.</summary>
/// <param name="Name">What the client does wrong with it.</param>
/// <param name="Seed">Where to begin to look for it: the first one that finds it in the client as it stands.</param>
/// <param name="Edits">Where it is: a file below src/Bridge.SocketPool, what stands there, and what shall stand there instead.</param>
internal sealed record Mutation(string Name, int Seed, params (string File, string Old, string New)[] Edits)
{
    private const string Retrying = "Retries/RetryPipeline.cs", Client = "Connections/ReusableSocket.cs", Ending = "Connections/ReusableSocket.Ending.cs";
    private const string Receiving = "Connections/MessageReceiver.cs", Sending = "Connections/SendQueue.cs";
    private const string Table = "Connections/ExchangeTable.cs", One = "Connections/Exchange.cs", Rules = "Retries/RetryRules.cs";
    private const string Events = "Events/EventLine.cs", EventsAnew = "Events/EventLine.Connection.cs";
    private const string Keeper = "Connections/ConnectionKeeper.cs", Pings = "Connections/ConnectionKeeper.Pings.cs", Sweeping = "Connections/DeadlineSweep.cs";

    /// <summary>Each has to be found by the simulation.</summary>
    public static IReadOnlyList<Mutation> All { get; } =
    [
        new("swaps two replies", 1,
            (Table, "var slot = id & SlotMask;", "var slot = (id & SlotMask) ^ 1;"),
            (Table, "_slots[slot] is not { } exchange || exchange.Id != id", "_slots[slot] is not { Id: not 0 } exchange")),
        new("takes a late reply for the next one", 2,
            (Table, "_slots[slot] is not { } exchange || exchange.Id != id", "_slots[slot] is not { Id: not 0 } exchange")),
        new("sends again what was sent in full", 1, (Sending, "            batch.ResetWrittenCount();\n", "")),
        new("counts a request as sent only when its whole batch is", 1411,
            (Sending, "            _handedOver = _queuedTotal;\n", ""),
            (Sending,
                "GiveBack(batch);\n            }",
                "GiveBack(batch);\n                lock (_gate)\n                    _handedOver = _sentTotal;\n            }")),
        new("retries a press", 2,
            (Rules,
                "EmulatorFailure.OutcomeUnknown => category == ReplayCategory.ReadOnly,\n        _ => false",
                "EmulatorFailure.OutcomeUnknown => true,\n        _ => false")),
        new("compares offsets wrongly, so that what was sent counts as unsent", 1,
            (Ending, "exchange.Offset >= handedOver", "exchange.Offset + 60 >= handedOver")),
        new("compares offsets wrongly, so that what was not sent counts as sent", 6,
            (Ending, "exchange.Offset >= handedOver", "exchange.Offset > handedOver")),
        new("loses cancels", 2,
            (Client,
                "        if (_brokenBy is null)\n            _queue.Write_NeedsLock(0, CommandTable.Cancel",
                "        if (_brokenBy is null && id > long.MaxValue / 2)\n            _queue.Write_NeedsLock(0, CommandTable.Cancel")),
        new("uses an exchange again after its deadline, before its caller has looked", 2,
            (Ending,
                "                _exchanges.TakeId(exchange);\n            }\n        }\n\n        if (taken.Count > 0)",
                "                _exchanges.TakeId(exchange);\n                _exchanges.Release(exchange);\n            }\n        }\n\n        if (taken.Count > 0)")),
        new("forgets a waiter when the connection breaks", 1,
            (Ending, "_exchanges.Find(_ => true, taken);", "_exchanges.Find(exchange => exchange.Slot != 1, taken);")),
        new("completes twice", 2,
            (Ending,
                "                QueueCancel_NeedsLock(exchange.Id);\n                _exchanges.TakeId(exchange);\n            }\n        }\n\n        if",
                "                QueueCancel_NeedsLock(exchange.Id);\n            }\n        }\n\n        if")),
        new("never sweeps deadlines", 2, (Client, "        _sweep.Arm(deadline);\n", "")),
        new("sweeps deadlines once", 2,
            (Sweeping,
                "public void Begin() => Volatile.Write(ref _due, long.MaxValue);",
                "public void Begin() => Volatile.Read(ref _due);")),
        new("sweeps the later deadline only", 2,
            (Sweeping,
                "if (deadline < Volatile.Read(ref _due))",
                "if (deadline > Volatile.Read(ref _due) || Volatile.Read(ref _due) == long.MaxValue)")),
        new("sends from two places at once", 1, (Sending, "starts = !_sending;", "starts = true;")),
        new("stops sending for good when nothing is queued", 1,
            (Sending, "                _sending = false;\n                return null;", "                return null;")),
        new("lets a cancellation hit the slot's next user", 3, (One, "            _cancellation.Dispose();\n", "")),
        new("gives the slot of a reply away before it is read", 1,
            (One,
                "        _completion.SetResult(reply);\n",
                "        _completion.SetResult(reply);\n        _socket.Release(this);\n")),
        new("loses the slot of a request that failed", 15,
            (One,
                "            _socket.Release(this);\n",
                "            if (_completion.Version % 64 != 63)\n                _socket.Release(this);\n")),
        new("takes more in flight than it may", 2, (Table, "_slots = new Exchange?[capacity];", "_slots = new Exchange?[capacity + 1];")),
        new("keeps the buffer of a late reply", 1, (Client, "        reply.Dispose();\n", "")),
        new("keeps the buffer of a reply that breaks off", 254,
            (Receiving, "        using (large)\n        {\n            while", "        {\n            while")),
        new("keeps the socket of a broken connection", 1,
            (Ending, "        _socket.Close(timeout: 0);\n", "")),
        new("waits for the rest of a millisecond without waiting", 3,
            (Pings, "TimeSpan.FromMilliseconds(Math.Ceiling(most.TotalMilliseconds))", "most")),
        new("waits beyond the deadline to send again", 21,
            (Retrying, "if (left >= MaxDelay)", "if (left >= TimeSpan.Zero)")),
        new("gives up a connection for good after it broke", 1,
            (Keeper,
                "                await PauseAsync(backoff = FirstBackoff, stop).ConfigureAwait(false);\n                continue;",
                "                return;")),
        new("sets a watch outside the lock of its line", 16,
            (Events,
                "            setting = SetAsync(socket, id, place, deadline);\n        }\n",
                "        }\n\n        setting = SetAsync(socket, id, place, deadline);\n")),
        new("forgets to clear a watch when there is no room", 247,
            (Events,
                "            lock (_gate)\n                _cleared.Enqueue(id);\n",
                "")),
        new("forgets to set a watch again when there is no room", 32,
            (EventsAnew, "            return false;\n", "            return true;\n")),
    ];

    public override string ToString() => Name;
}
