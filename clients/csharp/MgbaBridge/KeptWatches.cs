namespace MgbaBridge;

/// <summary>
/// The watches of a stream. They end with the bridge, so the stream sets them again, and their events keep the ids of before.
/// </summary>
internal sealed class KeptWatches
{
    // By the id that the user knows: the id now, and what to set.
    private readonly Dictionary<int, int> _current;
    private readonly Dictionary<int, WatchJson> _settings = [];

    public KeptWatches(IEnumerable<int> ids) => _current = ids.Distinct().ToDictionary(id => id);

    /// <summary>Gets the ids now.</summary>
    public IEnumerable<int> Ids => _current.Values;

    /// <summary>
    /// Returns the watches that the bridge no longer lists: the user's id, and what to set. The first call stores the settings.
    /// </summary>
    public IReadOnlyList<(int Id, WatchJson Setting)> Missing(IEnumerable<ListedWatchJson> listed)
    {
        var byId = listed.ToDictionary(watch => watch.Id, watch => watch.Setting);
        if (_settings.Count == 0)
        {
            foreach (var id in _current.Keys.Where(byId.ContainsKey))
                _settings.Add(id, byId[id]);
        }

        return [.. from kept in _settings where byId.GetValueOrDefault(_current[kept.Key]) != kept.Value select (kept.Key, kept.Value)];
    }

    /// <summary>Takes the id of a watch that was set again.</summary>
    public void Replace(int id, int current) => _current[id] = current;

    /// <summary>Returns the id that the user knows.</summary>
    public int Known(int current)
    {
        foreach (var (id, now) in _current)
        {
            if (now == current)
                return id;
        }

        return current;
    }
}
