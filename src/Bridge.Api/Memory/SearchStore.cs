using System.Globalization;
using Bridge.Api.Errors;
using Bridge.Api.Security;

namespace Bridge.Api.Memory;

/// <summary>
/// The searches of one emulator. It keeps 16 of them, about 2 MiB each at most, and forgets what was not used for ten minutes.
/// </summary>
internal sealed class SearchStore(string emulator, TimeProvider time)
{
    public const int Capacity = 16;

    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    // The one that was used last stands last.
    private readonly List<(int Id, Search Search, AccessToken? Owner, long UsedAt)> _searches = [];
    private int _latest;

    /// <summary>Keeps a search. Where there is no room, the oldest of the client that has the most is forgotten.</summary>
    /// <param name="search">The search.</param>
    /// <param name="owner">The token of its client; null without tokens.</param>
    /// <returns>The id, from 1.</returns>
    public int Add(Search search, AccessToken? owner)
    {
        lock (_gate)
        {
            if (_searches.Count == Capacity)
                _searches.Remove(_searches.GroupBy(entry => entry.Owner).MaxBy(each => each.Count())!.First());
            _searches.Add((++_latest, search, owner, time.GetTimestamp()));
            return _latest;
        }
    }

    /// <summary>The client's search with this id, which counts as used now.</summary>
    /// <exception cref="RequestException">There is none, or none any more: 404.</exception>
    public Search Get(int id, AccessToken? owner)
    {
        lock (_gate)
        {
            var search = Take_NeedsLock(id, owner) ?? throw Unknown(id);
            _searches.Add((id, search, owner, time.GetTimestamp()));
            return search;
        }
    }

    /// <summary>Forgets the search with this id.</summary>
    /// <exception cref="RequestException">There is none, or none any more: 404.</exception>
    public void Remove(int id, AccessToken? owner)
    {
        if (!TryRemove(id, owner))
            throw Unknown(id);
    }

    /// <returns>False: there is none, or none any more.</returns>
    public bool TryRemove(int id, AccessToken? owner)
    {
        lock (_gate)
            return Take_NeedsLock(id, owner) is not null;
    }

    private Search? Take_NeedsLock(int id, AccessToken? owner)
    {
        _searches.RemoveAll(entry => time.GetElapsedTime(entry.UsedAt) >= Patience);
        var place = _searches.FindIndex(entry => entry.Id == id && entry.Owner == owner);
        if (place < 0)
            return null;
        var search = _searches[place].Search;
        _searches.RemoveAt(place);
        return search;
    }

    private RequestException Unknown(int id) => new(ProblemTypes.UnknownSearch, string.Create(CultureInfo.InvariantCulture,
        $"{emulator} has no search {id}; the bridge keeps the {Capacity} most recently used searches, for {Patience.TotalMinutes} minutes "
        + $"without use."),
        "id");
}
