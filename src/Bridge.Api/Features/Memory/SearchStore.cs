using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// Stores the 16 most recently used searches of one emulator, at most about 3 MiB each, and removes a search after ten idle minutes.
/// </summary>
internal sealed class SearchStore(string emulator, TimeProvider time)
{
    public const int Capacity = 16;

    public static readonly TimeSpan IdleTimeout = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    // The most recently used search is last.
    private readonly List<(int Id, Search Search, AccessToken? Owner, long UsedAt)> _searches = [];
    private int _latest;

    /// <summary>Adds a search. If the store is full, removes the oldest search of the client that has the most.</summary>
    /// <param name="search">The search.</param>
    /// <param name="owner">The token of the client; null without tokens.</param>
    /// <returns>The id of the search, from 1.</returns>
    public int Add(Search search, AccessToken? owner)
    {
        lock (_gate)
        {
            RemoveUnused_NeedsLock();
            // The groups keep the order of use, so the first search of a group is the one that was unused for longest.
            if (_searches.Count == Capacity)
                _searches.Remove(_searches.GroupBy(entry => entry.Owner).MaxBy(each => each.Count())!.First());
            _searches.Add((++_latest, search, owner, time.GetTimestamp()));
            return _latest;
        }
    }

    /// <summary>Returns the client's search with this id, and marks it as used now.</summary>
    /// <exception cref="RequestException">There is no such search, or it was removed: 404.</exception>
    public Search Get(int id, AccessToken? owner)
    {
        lock (_gate)
        {
            var search = Take_NeedsLock(id, owner) ?? throw Unknown(id);
            _searches.Add((id, search, owner, time.GetTimestamp()));
            return search;
        }
    }

    /// <summary>Removes the search with this id.</summary>
    /// <exception cref="RequestException">There is no such search, or it was removed: 404.</exception>
    public void Remove(int id, AccessToken? owner)
    {
        if (!TryRemove(id, owner))
            throw Unknown(id);
    }

    /// <returns>False if there is no such search, or it was removed.</returns>
    public bool TryRemove(int id, AccessToken? owner)
    {
        lock (_gate)
            return Take_NeedsLock(id, owner) is not null;
    }

    private Search? Take_NeedsLock(int id, AccessToken? owner)
    {
        RemoveUnused_NeedsLock();
        var place = _searches.FindIndex(entry => entry.Id == id && entry.Owner == owner);
        if (place < 0)
            return null;
        var search = _searches[place].Search;
        _searches.RemoveAt(place);
        return search;
    }

    private void RemoveUnused_NeedsLock() => _searches.RemoveAll(entry => time.GetElapsedTime(entry.UsedAt) >= IdleTimeout);

    private RequestException Unknown(int id) => new(ProblemTypes.UnknownSearch, string.Create(CultureInfo.InvariantCulture,
        $"{emulator} has no search {id}; the bridge keeps the {Capacity} most recently used searches, for "
        + $"{IdleTimeout.TotalMinutes} minutes without use."),
        "id");
}
