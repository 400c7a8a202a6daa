namespace Bridge.Api.Events;

/// <summary>An event as it is sent to everybody who wants it.</summary>
/// <param name="Number">From 1, without a hole.</param>
/// <param name="Topic">What it is about.</param>
/// <param name="Watch">The watch that it is about; 0 when it is about none.</param>
/// <param name="Bytes">The whole of it as text/event-stream.</param>
internal sealed record RingEvent(long Number, EventTopic Topic, int Watch, byte[] Bytes);

/// <summary>The latest events, limited by their number and by their bytes.</summary>
/// <remarks>One writer at a time; readers need no lock. What a reader comes too late for is gone,
/// and it can tell how much that is.</remarks>
internal sealed class EventRing(int capacity, int maxBytes)
{
    private readonly RingEvent?[] _slots = new RingEvent?[capacity];
    private long _first = 1;
    private long _last;
    private int _bytes;

    /// <summary>The number of the oldest event that is there; one beyond <see cref="Last"/> when there is none.</summary>
    public long First => Volatile.Read(ref _first);

    /// <summary>The number of the newest event; 0 before there is one.</summary>
    public long Last => Volatile.Read(ref _last);

    /// <summary>Adds the event with the number <see cref="Last"/> + 1. Only ever by one at a time.</summary>
    public void Add(RingEvent added)
    {
        while (_first <= _last && (_last - _first + 1 == capacity || _bytes + added.Bytes.Length > maxBytes))
            DropFirst();
        _slots[added.Number % capacity] = added;
        _bytes += added.Bytes.Length;
        Volatile.Write(ref _last, added.Number);
    }

    /// <summary>
    /// The event with this number, up to <see cref="Last"/>; null when it is gone, and then <see cref="First"/> is beyond it.
    /// </summary>
    public RingEvent? Find(long number) =>
        Volatile.Read(ref _slots[number % capacity]) is { } found && found.Number == number ? found : null;

    private void DropFirst()
    {
        ref var slot = ref _slots[_first % capacity];
        _bytes -= slot!.Bytes.Length;
        // In this order, so that a reader that misses it sees that it is gone.
        Volatile.Write(ref _first, _first + 1);
        Volatile.Write(ref slot, null);
    }
}
