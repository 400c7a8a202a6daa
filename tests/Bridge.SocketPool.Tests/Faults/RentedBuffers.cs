using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Bridge.SocketPool.Tests.Faults;

/// <summary>What has been rented from the process's array pools and not been given back, by .NET's own events.</summary>
internal sealed class RentedBuffers : EventListener
{
    private readonly ConcurrentDictionary<(int Pool, int Buffer), int> _rented = new();

    /// <summary>Their sizes in bytes.</summary>
    public IReadOnlyCollection<int> Sizes => [.. _rented.Values];

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
            EnableEvents(eventSource, EventLevel.Verbose);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.Payload is not [int buffer, int size, int pool, ..])
            return;
        if (eventData.EventName == "BufferRented")
            _rented[(pool, buffer)] = size;
        else if (eventData.EventName == "BufferReturned")
            _rented.TryRemove((pool, buffer), out _);
    }
}
