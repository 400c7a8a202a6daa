namespace Bridge.Testing.Faults;

internal sealed partial class FaultDirection
{
    public void EndAfter_NeedsLock(int bytes) => _bytesLeft = bytes;

    /// <summary>Delays everything that is queued here from now on.</summary>
    public void Delay_NeedsLock()
    {
        foreach (var message in _queue)
            Delay_NeedsLock(message);
    }

    /// <summary>Corrupts the replies that are held back, or else the next one; inserted bytes are sent at once.</summary>
    public void Spoil_NeedsLock(Fault fault)
    {
        switch (fault)
        {
            case Fault.Unsolicited or Fault.Garbage or Fault.HugeReply:
                PutIn(FaultMessage.Nonsense(fault));
                break;
            case Fault.Duplicate when _queue.Count == 0:
                PutIn(_last?.Again() ?? FaultMessage.Nonsense(Fault.Unsolicited));
                break;
            case Fault.Duplicate:
                // node.Next is the copy that was added.
                for (var node = _queue.First; node is not null; node = node.Next!.Next)
                    _queue.AddAfter(node, node.Value.Again());
                break;
            case Fault.WrongId or Fault.MissingTerminator or Fault.ShiftedTerminator:
                // The id of a reply whose beginning has been sent can't be changed any more.
                var spoiled = _queue.Count(message => message.Spoil(fault));
                _spoilsNext = spoiled == 0 ? fault : Fault.None;
                break;
        }
    }

    private void PutIn(FaultMessage nonsense)
    {
        if (_queue.First is { Value: var begun })
            begun.PutIn(nonsense);
        else
            _queue.AddLast(nonsense);
    }

    private bool IsHeld(FaultMessage message) => message.Command is not ("ping" or "info" or "") && proxy.Hold switch
    {
        Hold.Replies or Hold.HalfReplies => carriesReplies,
        Hold.HalfRequests => !carriesReplies,
        _ => false,
    };

    // The number of bytes of the first message that may be sent now.
    private int Sendable_NeedsLock()
    {
        if (_queue.First is not { Value: var first } || link.IsDying || proxy.Lasting == Fault.BlackHole)
            return 0;
        var now = proxy.Time.GetTimestamp();
        if (now < first.Due || (proxy.Lasting == Fault.Bandwidth && now < _nextSend))
            return 0;
        var max = first.Left;
        if (IsHeld(first))
            max = proxy.Hold == Hold.Replies ? 0 : first.Left - first.Length / 2;
        return (int)Math.Min(_bytesLeft, proxy.Lasting switch
        {
            Fault.OneByte => Math.Min(max, 1),
            Fault.Bandwidth => Math.Min(max, BandwidthBytes),
            _ => max,
        });
    }

    private ReadOnlyMemory<byte> Take_NeedsLock()
    {
        var count = Sendable_NeedsLock();
        if (count <= 0)
            return default;
        _sending = true;
        if (_bytesLeft != long.MaxValue)
            _bytesLeft -= count;
        if (proxy.Lasting == Fault.Bandwidth)
        {
            _nextSend = proxy.Time.GetTimestamp() + Ticks(BandwidthPause);
            WakeAfter(BandwidthPause);
        }

        return _queue.First!.Value.Take(count);
    }

    private void Sent_NeedsLock()
    {
        _sending = false;
        if (_queue.First is not { Value: { Left: 0 } sent })
            return;
        _queue.RemoveFirst();
        _last = sent;
        if (!carriesReplies)
            link.Delivered_NeedsLock(sent.Id);
    }
}
