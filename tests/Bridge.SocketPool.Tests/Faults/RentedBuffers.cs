using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>
/// Tracks the buffers that were rented from the process's pools of arrays and streams and not returned,
/// with the events of .NET and of the stream library.
/// </summary>
internal sealed class RentedBuffers : EventListener
{
    private readonly ConcurrentDictionary<object, long> _rented = new();

    /// <summary>Gets their sizes in bytes.</summary>
    public IReadOnlyCollection<long> Sizes => [.. _rented.Values];

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is "System.Buffers.ArrayPoolEventSource" or "Microsoft-IO-RecyclableMemoryStream")
            EnableEvents(eventSource, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventName, eventData.Payload)
        {
            case ("BufferRented", [int buffer, int size, int pool, ..]):
                _rented[(pool, buffer)] = size;
                break;
            case ("BufferReturned", [int buffer, int, int pool, ..]):
                _rented.TryRemove((pool, buffer), out _);
                break;
            case ("MemoryStreamCreated", [Guid stream, _, long size, ..]):
                _rented[stream] = size;
                break;
            case ("MemoryStreamDisposed", [Guid stream, ..]):
                _rented.TryRemove(stream, out _);
                break;
        }
    }
}
