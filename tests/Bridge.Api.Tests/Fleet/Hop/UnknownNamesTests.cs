using System.Globalization;
using Bridge.Api.Fleet.Hop;
using Bridge.Testing;

namespace Bridge.Api.Tests.Fleet.Hop;

public sealed class UnknownNamesTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public void A_name_is_unknown_for_a_second_after_etcd_was_asked()
    {
        var names = new UnknownNames(_time);
        Assert.False(names.Has("red"));
        var asked = _time.GetTimestamp();
        _time.Advance(TimeSpan.FromMilliseconds(400));
        names.Add("red", asked);

        _time.Advance(TimeSpan.FromMilliseconds(599));
        Assert.True(names.Has("red"));
        Assert.False(names.Has("blue"));
        _time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.False(names.Has("red"));
    }

    [Fact]
    public void A_bounded_number_of_names_is_remembered()
    {
        var names = new UnknownNames(_time);
        for (var number = 0; number < 3 * UnknownNames.Max; number++)
            names.Add(NameOf(number), _time.GetTimestamp());

        Assert.InRange(Enumerable.Range(0, 3 * UnknownNames.Max).Count(number => names.Has(NameOf(number))), 1, UnknownNames.Max);
    }

    private static string NameOf(int number) => string.Create(CultureInfo.InvariantCulture, $"n{number}");
}
