using Bridge.Api.Contract.Parsing;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.Api.Tests.Contract.Parsing;

public sealed class SymbolTableTests
{
    private static readonly SymbolTable Table = new(
    [
        // A symbol without a size reaches 4,096 bytes, or to the next one.
        new("gPlayer", 0x02000010, Size: 0x20), new("gPlayerName", 0x02000010), new("gEnemy", 0x02000030), new("main", 0x08000000),
        new("gPlayer", 0x03000000), new("wParty", 0x1123, "wram"), new("wBox", 0x5000, "sram", Size: 2),
    ]);

    [Theory]
    [InlineData(0x02000010u, null, "gPlayer")]
    [InlineData(0x02000011u, null, "gPlayer+0x1")]
    [InlineData(0x0200002Fu, null, "gPlayer+0x1F")]
    [InlineData(0x02000030u, null, "gEnemy")]
    [InlineData(0x0200102Fu, null, "gEnemy+0xFFF")]
    [InlineData(0x02001030u, null, null)]
    [InlineData(0x0200000Fu, null, null)]
    [InlineData(0u, null, null)]
    [InlineData(uint.MaxValue, null, null)]
    [InlineData(0x1123u, null, null)]
    [InlineData(0x1124u, "wram", "wParty+0x1")]
    [InlineData(0x5001u, "sram", "wBox+0x1")]
    [InlineData(0x5002u, "sram", null)]
    [InlineData(0x5000u, "vram", null)]
    public void The_nearest_name_is_at_or_before_an_address(uint address, string? domain, string? expected) =>
        Assert.Equal(expected, Table.Nearest(address, domain));

    [Fact]
    public void Of_several_symbols_with_a_name_the_first_is_meant()
    {
        Assert.True(Table.TryFind("gPlayer", out var found));
        Assert.Equal(0x02000010u, found.Address);
        Assert.False(Table.TryFind("gplayer", out _));
    }

    [Theory]
    [InlineData("PLAYER", null, "gPlayer gPlayerName gPlayer")]
    [InlineData("", "wram", "wParty")]
    [InlineData("w", "sram", "wBox")]
    [InlineData("nothing", null, "")]
    public void Symbols_are_found_by_a_part_of_their_name(string text, string? domain, string names) =>
        Assert.Equal(names, string.Join(' ', Table.Find(text, domain).Select(symbol => symbol.Name)));

    [Theory]
    [InlineData("gPlayr", "gPlayer gPlayerName gEnemy")]
    [InlineData("GPLAYER", "gPlayer gPlayerName gEnemy")]
    [InlineData("mian", "main")]
    [InlineData("zzz", "")]
    public void Up_to_three_names_are_near_an_unknown_one(string name, string near) =>
        Assert.Equal(near, string.Join(' ', Table.Near(name)));

    [Fact]
    public void Each_name_is_found_and_is_the_nearest_of_its_address() => Prop.ForAll<uint[]>(numbers =>
    {
        var addresses = numbers.Distinct().ToArray();
        var table = new SymbolTable([.. addresses.Select(address => new Symbol($"s{address}", address))]);
        return addresses.All(address => table.TryFind($"s{address}", out var found) && found.Address == address
            && table.Nearest(address, null) == found.Name && table.Near($"s{address}").Contains(found.Name));
    }).QuickCheckThrowOnFailure();
}
