using System.Collections.Concurrent;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Hosting;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Events;

/// <summary>
/// Creates the events of each emulator when a client first needs them. Streams end with their emulator, or when the bridge shuts down.
/// </summary>
internal sealed class EventFeeds : IDisposable
{
    private readonly ConcurrentDictionary<EmulatorClient, Lazy<EmulatorEvents>> _byEmulator = new();
    private readonly TimeProvider _time;
    private readonly int _maxStreams;
    private readonly SymbolStores _symbols;
    private readonly EmulatorDirectory _emulators;
    private readonly CancellationTokenRegistration _stopping;

    public EventFeeds(
        TimeProvider time, EventOptions options, GracefulShutdown stop, EmulatorDirectory emulators, SymbolStores symbols)
    {
        (_time, _maxStreams, _symbols, _emulators) = (time, options.MaxStreams, symbols, emulators);
        emulators.Removed += Remove;
        _stopping = stop.StreamsEnd.Register(() =>
        {
            foreach (var events in _byEmulator.Values)
                events.Value.End();
        });
    }

    public EmulatorEvents Of(EmulatorClient emulator)
    {
        var events = _byEmulator.GetOrAdd(
            emulator,
            static (emulator, feeds) => new Lazy<EmulatorEvents>(() =>
                new EmulatorEvents(emulator, feeds._maxStreams, feeds._time, feeds._symbols.Of(emulator).AtOnce)),
            this).Value;
        // The emulator may have been removed before its events were added.
        if (!_emulators.Has(emulator))
            Remove(emulator);
        return events;
    }

    /// <summary>Returns whether event streams of this emulator are open.</summary>
    public bool HasStreams(EmulatorClient emulator) => _byEmulator.TryGetValue(emulator, out var events) && events.Value.HasStreams;

    private void Remove(EmulatorClient emulator)
    {
        if (!_byEmulator.TryRemove(emulator, out var events))
            return;
        events.Value.End();
        events.Value.Dispose();
    }

    public void Dispose()
    {
        _stopping.Dispose();
        foreach (var events in _byEmulator.Values)
            events.Value.Dispose();
    }
}
