using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Features.Events;

internal sealed partial class EmulatorEvents
{
    private readonly WatchBook _watches = new();

    /// <summary>Sets a watch.</summary>
    /// <exception cref="RequestException">There are too many watches, or the token has used its share.</exception>
    /// <exception cref="SocketPool.EmulatorException">The emulator does not respond or refuses; no watch is set.</exception>
    public async Task<WatchDescription> SetWatchAsync(WatchedPlace place, string? name, string? address,
        bool isTemporary, AccessToken? owner)
    {
        Watch watch;
        Probe probe;
        lock (_gate)
        {
            (watch, var isNew) = _watches.Add(place, name, address, isTemporary, owner);
            probe = watch.Probe;
            if (isNew)
                probe.Setting = SetAsync(probe);
        }

        try
        {
            await probe.Setting;
        }
        catch
        {
            Remove(watch);
            throw;
        }

        lock (_gate)
            return WatchDescription.Of(watch, _symbols());
    }

    /// <summary>Returns all watches, oldest first.</summary>
    public IReadOnlyList<WatchDescription> ListWatches()
    {
        lock (_gate)
            return [.. _watches.All.Select(watch => WatchDescription.Of(watch, _symbols()))];
    }

    /// <exception cref="RequestException">There is no such watch: 404.</exception>
    public WatchDescription GetWatch(int id)
    {
        lock (_gate)
            return WatchDescription.Of(Find_NeedsLock(id, "id"), _symbols());
    }

    /// <summary>Removes a watch.</summary>
    /// <param name="id">The id of the watch.</param>
    /// <param name="client">The token of the client; null without tokens.</param>
    /// <exception cref="RequestException">There is no such watch (404), or it belongs to another token (403).</exception>
    public void RemoveWatch(int id, AccessToken? client)
    {
        lock (_gate)
        {
            var watch = Find_NeedsLock(id, "id");
            if (!watch.CanBeRemovedBy(client))
            {
                throw new RequestException(ProblemTypes.NarrowToken, string.Create(CultureInfo.InvariantCulture,
                    $"Watch {id} belongs to the token {watch.Owner?.Name}; the token {client?.Name} needs the scope admin to delete "
                    + $"it."), "id");
            }

            Remove(watch);
        }
    }

    /// <summary>Removes all watches that the client may remove.</summary>
    public void RemoveWatches(AccessToken? client)
    {
        lock (_gate)
        {
            foreach (var watch in _watches.All.Where(watch => watch.CanBeRemovedBy(client)).ToArray())
                Remove(watch);
        }
    }

    /// <summary>Removes these watches; ids without a watch are ignored.</summary>
    public void RemoveWatches(IEnumerable<int> ids)
    {
        lock (_gate)
        {
            foreach (var id in ids)
            {
                if (_watches.Find(id) is { } watch)
                    Remove(watch);
            }
        }
    }

    /// <exception cref="RequestException">An id belongs to no watch: 404.</exception>
    public void CheckWatches(IEnumerable<int> ids)
    {
        lock (_gate)
        {
            foreach (var id in ids)
                Find_NeedsLock(id, "watches");
        }
    }

    public void OnWatch(int id, WatchReading reading)
    {
        lock (_gate)
        {
            if (_watches.FindProbe(id) is not { } probe)
                return;
            probe.IsBeingSet = false;
            PublishChange_NeedsLock(probe, reading);
        }
    }

    public void OnAttached()
    {
        lock (_gate)
        {
            foreach (var probe in _watches.Probes)
                probe.IsBeingSet = true;
        }
    }

    public void OnWatchSetAgain(int id, WatchReading reading)
    {
        lock (_gate)
        {
            if (_watches.FindProbe(id) is { IsBeingSet: true } probe && !HaveSameValue(probe.Reading, reading))
                PublishChange_NeedsLock(probe, reading);
        }
    }

    private void RemoveUnusedWatches_NeedsLock()
    {
        foreach (var watch in _watches.All.Where(watch => watch.IsTemporary).ToArray())
        {
            watch.TicksUnused = _feed.IsWatched(watch.Id) ? 0 : watch.TicksUnused + 1;
            if (watch.TicksUnused >= GraceTicks)
                Remove(watch);
        }
    }

    private async Task SetAsync(Probe probe)
    {
        var reading = await _emulator.Events.SetWatchAsync(probe.Id, probe.Place);
        lock (_gate)
        {
            if (probe.IsBeingSet)
                probe.Reading = reading;
        }
    }

    private void PublishChange_NeedsLock(Probe probe, WatchReading reading)
    {
        var previous = probe.Reading;
        probe.Reading = reading;
        var symbol = probe.NameOf(reading, _symbols());
        foreach (var watch in probe.Watches)
        {
            if (probe.Place.Achievement is { } achievement)
            {
                _feed.Publish(EventTopic.Watch, watch.Id,
                    new AchievementEvent(watch.Id, watch.Name, achievement, reading.Value, previous.Value, reading.Frame),
                    EventJson.Context.AchievementEvent);
            }
            else if (!probe.IsOfRange)
            {
                _feed.Publish(EventTopic.Watch, watch.Id,
                    new ValueEvent(watch.Id, watch.Name, watch.AddressOf(reading), reading.Value, previous.Value, reading.Frame,
                        symbol),
                    EventJson.Context.ValueEvent);
            }
            else
            {
                _feed.Publish(EventTopic.Watch, watch.Id,
                    new BytesEvent(watch.Id, watch.Name, watch.AddressOf(reading), BytesOf(reading), BytesOf(previous), reading.Frame,
                        symbol),
                    EventJson.Context.BytesEvent);
            }
        }
    }

    private void Remove(Watch watch)
    {
        lock (_gate)
        {
            if (_watches.Remove(watch) is { } probe)
                _emulator.Events.ClearWatch(probe.Id);
        }
    }

    private Watch Find_NeedsLock(int id, string parameter) => _watches.Find(id) ?? throw new RequestException(ProblemTypes.UnknownWatch,
        string.Create(CultureInfo.InvariantCulture, $"{_emulator.Name} has no watch {id}; GET …/watches lists the watches."),
        parameter);

    private static bool HaveSameValue(WatchReading one, WatchReading other) =>
        one.Value == other.Value && one.Bytes.Span.SequenceEqual(other.Bytes.Span);

    private static ReadOnlyMemory<byte>? BytesOf(WatchReading reading) =>
        reading.Value is null ? (ReadOnlyMemory<byte>?)null : reading.Bytes;
}
