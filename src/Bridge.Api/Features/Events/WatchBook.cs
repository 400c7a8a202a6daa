using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Events;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Events;

/// <summary>Holds the watches of one emulator and their limits. Callers must hold the lock of its owner.</summary>
internal sealed class WatchBook
{
    private readonly SortedDictionary<int, Watch> _watches = [];
    private readonly Dictionary<WatchedPlace, Probe> _byPlace = [];
    private readonly Dictionary<int, Probe> _byId = [];
    private int _lastWatch;
    private int _lastProbe;
    private int _bytes;
    private int _pointers;
    private int _conditions;

    public IEnumerable<Watch> All => _watches.Values;

    public IEnumerable<Probe> Probes => _byId.Values;

    public Watch? Find(int id) => _watches.GetValueOrDefault(id);

    public Probe? FindProbe(int id) => _byId.GetValueOrDefault(id);

    /// <summary>Adds a watch to the probe of the same place, or to a new probe.</summary>
    /// <exception cref="RequestException">There are too many watches, or the token has used its share: 409.</exception>
    public (Watch Watch, bool IsNewProbe) Add(WatchedPlace place, string? name, string? address, bool isTemporary, AccessToken? owner)
    {
        if (_watches.Count == WireLimits.Watches)
            throw TooMany(string.Create(CultureInfo.InvariantCulture,
                $"This emulator already has {WireLimits.Watches:N0} watches, the maximum."));
        if (owner is not null)
            CheckShare(owner, place);
        var isNew = !_byPlace.TryGetValue(place, out var probe);
        if (isNew)
        {
            probe = new Probe(_lastProbe + 1, place);
            if (_bytes + place.Length > WireLimits.WatchedBytes)
                throw TooMany(string.Create(CultureInfo.InvariantCulture,
                    $"The watches of an emulator must be at most {WireLimits.WatchedBytes:N0} bytes in total; {_bytes:N0} are in use, and "
                    + $"this watch has {place.Length:N0}."));
            if (_pointers + probe.Pointers > WireLimits.WatchedPointers)
                throw TooMany(string.Create(CultureInfo.InvariantCulture,
                    $"The chains of all watches must have at most {WireLimits.WatchedPointers:N0} pointers; {_pointers:N0} are in use, and "
                    + $"this watch has {probe.Pointers}."));
            if (_conditions + probe.Conditions > WireLimits.AchievementConditions)
                throw TooMany(string.Create(CultureInfo.InvariantCulture,
                    $"The achievements of all watches must have at most {WireLimits.AchievementConditions} conditions; {_conditions} are "
                    + $"in use, and this watch has {probe.Conditions}."));
            (_lastProbe, _bytes, _pointers) = (probe.Id, _bytes + place.Length, _pointers + probe.Pointers);
            _conditions += probe.Conditions;
            _byPlace.Add(place, probe);
            _byId.Add(probe.Id, probe);
        }

        var watch = new Watch(++_lastWatch, name, address, probe!, isTemporary, owner);
        probe!.Watches.Add(watch);
        _watches.Add(watch.Id, watch);
        return (watch, isNew);
    }

    /// <summary>Removes a watch.</summary>
    /// <returns>Its probe if no other watch uses it; otherwise null.</returns>
    public Probe? Remove(Watch watch)
    {
        var probe = watch.Probe;
        if (!_watches.Remove(watch.Id))
            return null;
        probe.Watches.Remove(watch);
        if (probe.Watches.Count > 0)
            return null;
        _byPlace.Remove(probe.Place);
        _byId.Remove(probe.Id);
        (_bytes, _pointers) = (_bytes - probe.Place.Length, _pointers - probe.Pointers);
        _conditions -= probe.Conditions;
        return probe;
    }

    // A probe that several tokens share counts in full for each of them.
    private void CheckShare(AccessToken owner, WatchedPlace place)
    {
        var (watches, bytes, pointers, conditions) = (1, place.Length, Probe.PointersOf(place), Probe.CountConditions(place));
        foreach (var watch in _watches.Values)
        {
            if (watch.Owner != owner)
                continue;
            (watches, bytes, pointers) = (watches + 1, bytes + watch.Probe.Place.Length, pointers + watch.Probe.Pointers);
            conditions += watch.Probe.Conditions;
        }

        if (watches > owner.ShareOf(WireLimits.Watches))
            throw TooMany(string.Create(CultureInfo.InvariantCulture,
                $"The token {owner.Name} already has {watches - 1:N0} of the {WireLimits.Watches:N0} watches, the maximum for one token."));
        if (bytes > owner.ShareOf(WireLimits.WatchedBytes))
            throw TooMany(string.Create(CultureInfo.InvariantCulture,
                $"The watches of the token {owner.Name} must be at most {owner.ShareOf(WireLimits.WatchedBytes):N0} bytes in total; got "
                + $"{bytes:N0}."));
        if (pointers > owner.ShareOf(WireLimits.WatchedPointers))
            throw TooMany(string.Create(CultureInfo.InvariantCulture,
                $"The chains of the token {owner.Name} must have at most {owner.ShareOf(WireLimits.WatchedPointers):N0} pointers; got "
                + $"{pointers:N0}."));
        if (conditions > owner.ShareOf(WireLimits.AchievementConditions))
            throw TooMany(string.Create(CultureInfo.InvariantCulture,
                $"The achievements of the token {owner.Name} must have at most {owner.ShareOf(WireLimits.AchievementConditions)} "
                + $"conditions in its watches; got {conditions}."));
    }

    private static RequestException TooMany(string sentence) =>
        new(ProblemTypes.TooManyWatches, sentence);
}
