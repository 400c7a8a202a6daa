namespace Bridge.Api.Features.Events;

/// <summary>An event as every subscriber gets it.</summary>
/// <param name="Number">From 1, without gaps.</param>
/// <param name="Topic">The topic of the event.</param>
/// <param name="Watch">The id of the watch that changed; 0: none.</param>
/// <param name="Bytes">The whole event as text/event-stream.</param>
internal sealed record RingEvent(long Number, EventTopic Topic, int Watch, byte[] Bytes);

/// <summary>Holds the latest events, limited by their number and by their bytes.</summary>
/// <remarks>One writer at a time; readers take no lock. A reader that is too late for an event can tell how many are gone.</remarks>
internal sealed class EventRing(int capacity, int maxBytes)
{
    private readonly RingEvent?[] _slots = new RingEvent?[capacity];
    private long _first = 1;
    private long _last;
    private int _bytes;

    /// <summary>Gets the number of the oldest event in the ring; <see cref="Last"/> + 1 if the ring is empty.</summary>
    public long First => Volatile.Read(ref _first);

    /// <summary>Gets the number of the newest event; 0 if there was none.</summary>
    public long Last => Volatile.Read(ref _last);

    /// <summary>Adds the event with the number <see cref="Last"/> + 1. Not thread-safe.</summary>
    public void Add(RingEvent added)
    {
        while (_first <= _last && (_last - _first + 1 == capacity || _bytes + added.Bytes.Length > maxBytes))
            DropFirst();
        _slots[added.Number % capacity] = added;
        _bytes += added.Bytes.Length;
        Volatile.Write(ref _last, added.Number);
    }

    /// <summary>
    /// Returns the event with this number, up to <see cref="Last"/>; null if it was dropped, and then <see cref="First"/> is greater.
    /// </summary>
    public RingEvent? Find(long number) =>
        Volatile.Read(ref _slots[number % capacity]) is { } found && found.Number == number ? found : null;

    private void DropFirst()
    {
        ref var slot = ref _slots[_first % capacity];
        _bytes -= slot!.Bytes.Length;
        // In this order, so that a reader that misses the event sees that it was dropped.
        Volatile.Write(ref _first, _first + 1);
        Volatile.Write(ref slot, null);
    }
}
