using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Tests.Contract.Parsing;

public sealed class SymbolPlaceTests
{
    private static readonly GameNames Names = new(new SymbolTable(
        [new("gPlayer", 0x02000010), new("top", 0xFFFFFFFF), new("Main.loop@1#$", 0x0150), new("wParty", 0x1123, "wram"), new("f", 15)]));

    [Theory]
    [InlineData("gPlayer", "33554448")]
    [InlineData("gPlayer+0x10", "33554464")]
    [InlineData("gPlayer+$10", "33554464")]
    [InlineData("gPlayer-16", "33554432")]
    [InlineData("Main.loop@1#$", "336")]
    [InlineData("Main.loop@1#$+$a", "346")]
    [InlineData("f", "15")]
    [InlineData("[gPlayer]", "[33554448]")]
    [InlineData("[[gPlayer+4]+8]-0x2", "[[33554452]+8]-2")]
    [InlineData("wParty", "4387 wram")]
    [InlineData("wParty+3", "4390 wram")]
    [InlineData("0x10", "16")]
    [InlineData("[0x10]+4", "[16]+4")]
    public void An_address_may_have_a_symbol(string text, string place)
    {
        var (address, domain) = Parameters.Place(text, null, () => Names);
        Assert.Equal(place, domain is null ? $"{address}" : $"{address} {domain}");
    }

    [Theory]
    [InlineData("gPlayr", "unknown-symbol", "got \"gPlayr\". Similar: gPlayer.")]
    [InlineData("gplayer+4", "unknown-symbol", "got \"gplayer\". Similar: gPlayer.")]
    [InlineData("[zzz]", "unknown-symbol", "got \"zzz\".")]
    [InlineData("[wParty]+4", "invalid-parameter", "wParty is in a bank of wram.")]
    [InlineData("top+1", "invalid-parameter", "between 0 and 0xFFFFFFFF")]
    [InlineData("f-16", "invalid-parameter", "between 0 and 0xFFFFFFFF")]
    [InlineData("gPlayer+", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gPlayer+-4", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gPlayer+gPlayer", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gPlayer+0x100000000", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gPlayer ", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gPlayer\0", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData(" gPlayer", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[gPlayer+4", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[gPlayr]x", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[0x10]+gPlayer", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("", "invalid-parameter", "a symbol like gPlayer+4")]
    public void Another_address_is_refused(string text, string anchor, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => Parameters.Place(text, null, () => Names));
        Assert.Equal((anchor, "address"), (refused.Type.Anchor, refused.Parameter));
        Assert.Contains(sentence, refused.Message, StringComparison.Ordinal);
        Assert.StartsWith("address must be ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_symbol_has_its_own_domain()
    {
        var refused = Assert.Throws<RequestException>(() => Parameters.Place("nobody", "wram", () => Names));
        Assert.Equal("domain must be left out for a symbol, which has its own; got \"wram\".", refused.Message);
        Assert.Equal(new AddressedPlace(0x10, "wram"), Parameters.Place("0x10", "wram", () => Names));
    }

    [Fact]
    public void Without_symbols_no_name_is_known()
    {
        foreach (var symbols in new SymbolsNow?[] { null, () => null, () => new GameNames(null) })
        {
            var refused = Assert.Throws<RequestException>(() => Parameters.Place("gPlayer", null, symbols));
            Assert.Contains("the game has no symbols: PUT …/symbols stores them.", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_the_reason_why_a_name_is_unknown()
    {
        var refused = Assert.Throws<RequestException>(() => Parameters.Place("gPlayer", null, () => new GameNames(null, "It is lost.")));
        Assert.Equal("address must be a symbol of this game; got \"gPlayer\". It is lost.", refused.Message);
    }

    [Fact]
    public void A_number_does_not_look_at_the_symbols() =>
        Assert.Equal(new AddressedPlace(16, null), Parameters.Place("0x10", null, () => throw new InvalidOperationException()));

    [Fact]
    public void A_chain_is_refused_where_the_place_must_stay_the_same() => Assert.Equal("invalid-parameter",
        Assert.Throws<RequestException>(() => Parameters.PlaceWithoutChain("[nobody]", null, null)).Type.Anchor);
}
