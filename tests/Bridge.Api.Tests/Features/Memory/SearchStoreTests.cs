using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Memory;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Tests.Features.Memory;

public sealed class SearchStoreTests
{
    private readonly FakeTime _time = new();
    private readonly SearchStore _store;

    public SearchStoreTests() => _store = new SearchStore("default", _time);

    private static Search New() => new(null, new SearchedRange(0, 1, MemoryType.Parse("u8"), aligned: true));

    private bool Has(int id, AccessToken? owner = null) => Record.Exception(() => _store.Get(id, owner)) is null;

    [Fact]
    public void The_least_recently_used_search_is_replaced()
    {
        for (var id = 1; id <= SearchStore.Capacity; id++)
            Assert.Equal(id, _store.Add(New(), owner: null));
        _store.Get(1, owner: null);
        // The capacity is 16.
        Assert.Equal(17, _store.Add(New(), owner: null));
        Assert.Equal((true, false, true, true), (Has(1), Has(2), Has(3), Has(17)));
    }

    [Fact]
    public void A_client_sees_only_its_own_searches_and_replaces_one_of_the_client_with_the_most()
    {
        var (one, other) = (new AccessToken("one", new TokenOptions { Value = "one" }, isAlone: false),
            new AccessToken("other", new TokenOptions { Value = "other" }, isAlone: false));
        var kept = _store.Add(New(), one);
        var others = Enumerable.Range(0, 40).Select(_ => _store.Add(New(), other)).ToArray();
        Assert.True(Has(kept, one));
        // The 16 places are those of the kept one and of the latest 15.
        Assert.Equal(others[^15..], others.Where(id => Has(id, other)));
        Assert.False(Has(kept, other));
        Assert.False(Has(others[^1], one));
        Assert.False(_store.TryRemove(kept, other));
        // A new search of the client with fewer replaces the oldest of the client with more.
        var late = _store.Add(New(), one);
        Assert.Equal((true, true, false, true), (Has(kept, one), Has(late, one), Has(others[^15], other), Has(others[^14], other)));
    }

    [Fact]
    public void A_search_that_has_expired_takes_the_place_of_none()
    {
        var (one, other) = (new AccessToken("one", new TokenOptions { Value = "one" }, isAlone: false),
            new AccessToken("other", new TokenOptions { Value = "other" }, isAlone: false));
        for (var i = 1; i < SearchStore.Capacity / 2; i++)
            _store.Add(New(), one);
        _time.Advance(SearchStore.IdleTimeout);
        var used = Enumerable.Range(0, 1 + (SearchStore.Capacity / 2)).Select(_ => _store.Add(New(), other)).ToArray();
        _store.Add(New(), one);
        Assert.All(used, id => Assert.True(Has(id, other)));
    }

    [Fact]
    public void A_search_expires_after_ten_unused_minutes()
    {
        var (used, unused) = (_store.Add(New(), owner: null), _store.Add(New(), owner: null));
        _time.Advance(TimeSpan.FromMinutes(9));
        _store.Get(used, owner: null);
        _time.Advance(TimeSpan.FromMinutes(2));
        Assert.Equal((true, false), (Has(used), Has(unused)));
    }

    [Fact]
    public void An_id_is_never_reused()
    {
        var id = _store.Add(New(), owner: null);
        _store.Remove(id, owner: null);
        Assert.Equal(ProblemTypes.UnknownSearch, Assert.Throws<RequestException>(() => _store.Remove(id, owner: null)).Type);
        Assert.False(_store.TryRemove(id, owner: null));
        Assert.NotEqual(id, _store.Add(New(), owner: null));
    }
}
