using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Vectors;

namespace Bridge.Api.Tests.Features.Vectors;

public sealed class VectorNamesTests
{
    private readonly FakeTime _time = new();
    private readonly VectorNames _names;

    public VectorNamesTests() => _names = new VectorNames(new Random(1), _time);

    [Fact]
    public void A_name_is_taken_until_it_is_released()
    {
        Assert.Equal("maze", _names.Take("maze"));
        Assert.Equal("conflict", Assert.Throws<RequestException>(() => _names.Take("maze")).Type.Anchor);
        Assert.NotEqual(_names.Take(null), _names.Take(null));
        _names.Release("maze");

        Assert.Equal("maze", _names.Take("maze"));
        Assert.False(_names.HasEnded("maze"));
    }

    [Fact]
    public void The_reason_of_an_end_is_told_for_ten_minutes()
    {
        _names.Take("maze");
        _names.Tell("maze", "was ended by a request");

        Assert.Equal("The vector maze was ended by a request.", _names.Unknown("maze").Message);
        Assert.True(_names.HasEnded("maze"));
        _time.Advance(TimeSpan.FromMinutes(10.1));
        Assert.Equal("There is no vector \"maze\"; GET /vectors lists them.", _names.Unknown("maze").Message);
        Assert.False(_names.HasEnded("maze"));
    }
}
