using Bridge.Api.Endpoints;
using Bridge.Api.Errors;
using Bridge.Api.MemorySearch;

namespace Bridge.Api.Tests.MemorySearch;

public sealed class SearchShelfTests
{
    private readonly FakeTime _time = new();
    private readonly SearchShelf _shelf;

    public SearchShelfTests() => _shelf = new SearchShelf("default", _time);

    private static Search New() => new(null, new SearchedRange(0, 1, MemoryType.Parse("u8"), aligned: true));

    private bool Has(int id) => Record.Exception(() => _shelf.Get(id)) is null;

    [Fact]
    public void The_one_that_was_not_used_for_longest_makes_room()
    {
        for (var id = 1; id <= SearchShelf.Capacity; id++)
            Assert.Equal(id, _shelf.Add(New()));
        _shelf.Get(1);
        Assert.Equal(17, _shelf.Add(New()));
        Assert.Equal((true, false, true, true), (Has(1), Has(2), Has(3), Has(17)));
    }

    [Fact]
    public void One_that_nobody_uses_for_ten_minutes_is_forgotten()
    {
        var (used, unused) = (_shelf.Add(New()), _shelf.Add(New()));
        _time.Advance(TimeSpan.FromMinutes(9));
        _shelf.Get(used);
        _time.Advance(TimeSpan.FromMinutes(2));
        Assert.Equal((true, false), (Has(used), Has(unused)));
    }

    [Fact]
    public void An_id_is_not_given_again()
    {
        var id = _shelf.Add(New());
        _shelf.Remove(id);
        Assert.Equal(ProblemTypes.UnknownSearch, Assert.Throws<RequestException>(() => _shelf.Remove(id)).Type);
        Assert.False(_shelf.TryRemove(id));
        Assert.NotEqual(id, _shelf.Add(New()));
    }
}
