using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols;

namespace Bridge.Api.Tests.Contract.Parsing;

/// <summary>Addresses that lead into structures.</summary>
public sealed class TypedPlaceTests
{
    private static readonly DataTypes Types = TypesBuilder.Build(
        new TypesFile(
            new Dictionary<string, StructureShape?>
            {
                ["Monster"] = new(100, new Dictionary<string, FieldShape?>
                {
                    ["level"] = new(84, "u8"), ["moves"] = new(10, "u16", 4), ["next"] = new(0, "Monster*"), ["at"] = new(40, "Point"),
                    ["trail"] = new(48, "Point", 3), ["any"] = new(80, "void*"), ["bonds"] = new(20, "Monster*", 2),
                }),
                ["Point"] = new(8, new Dictionary<string, FieldShape?> { ["x"] = new(0, "i32"), ["y"] = new(4, "i32") }),
            },
            new Dictionary<string, TypedSymbolShape?>
            {
                ["gParty"] = new("Monster", 6), ["gHead"] = new("Monster*"), ["gMap.spawn"] = new("Point"), ["gMap"] = new("Monster"),
                ["wBox"] = new("Monster", 20), ["gFrames"] = new("u32"), ["gUnknown"] = new("u8"), ["top"] = new("Monster", 2),
            }),
        MemoryType.Parse("u32"));

    private static readonly GameNames Names = new(
        new SymbolTable(
        [
            new("gParty", 0x02000000), new("gHead", 0x03000000), new("gMap.spawn", 0x04), new("gMap", 0x0100), new("wBox", 0x1000, "wram"),
            new("gFrames", 0x10), new("gPlain", 0x20), new("gPlain.loop", 0x30), new("top", 0xFFFFFFF0),
        ]),
        Types: Types);

    [Theory]
    [InlineData("gParty", "33554432", "Monster[6]")]
    [InlineData("gParty[0]", "33554432", "Monster")]
    [InlineData("gParty[3].level", "33554816", "u8")]
    [InlineData("gParty[3].moves", "33554742", "u16[4]")]
    [InlineData("gParty[3].moves[2]", "33554746", "u16")]
    [InlineData("gParty[5].trail[2].y", "33555000", "i32")]
    [InlineData("gParty[0].at.y+2", "33554478", null)]
    [InlineData("gParty[1]-4", "33554528", null)]
    [InlineData("gParty[000001]", "33554532", "Monster")]
    [InlineData("gFrames", "16", "u32")]
    [InlineData("gFrames+1", "17", null)]
    [InlineData("gPlain", "32", null)]
    [InlineData("gPlain.loop", "48", null)]
    [InlineData("gMap.spawn", "4", "Point")]
    [InlineData("gMap.spawn.y", "8", "i32")]
    [InlineData("gMap.level", "340", "u8")]
    [InlineData("gMap.at.x", "296", "i32")]
    [InlineData("gParty[0].next", "33554432", "Monster*")]
    [InlineData("wBox[19].level", "6080 wram", "u8")]
    [InlineData("[gHead].level", "[50331648]+84", "u8")]
    [InlineData("[gHead]", "[50331648]", "Monster")]
    [InlineData("[gHead]+4", "[50331648]+4", null)]
    [InlineData("[gHead].at.y-4", "[50331648]+40", null)]
    [InlineData("[gHead].level-100", "[50331648]-16", null)]
    [InlineData("[gHead][2].level", "[50331648]+284", "u8")]
    [InlineData("[gParty[2].next].moves[1]", "[33554632]+12", "u16")]
    [InlineData("[[gParty[2].next].next].level", "[[33554632]+0]+84", "u8")]
    [InlineData("[[gHead].bonds[1]].trail[1].x", "[[50331648]+24]+56", "i32")]
    [InlineData("[gParty[0].any]+8", "[33554512]+8", null)]
    [InlineData("[gParty[0].any]", "[33554512]", null)]
    [InlineData("[gPlain]+8", "[32]+8", null)]
    public void An_address_leads_into_a_structure(string text, string wire, string? type)
    {
        var place = Parameters.Place(text, null, () => Names);
        Assert.Equal(wire, place.Domain is null ? $"{place.Address}" : $"{place.Address} {place.Domain}");
        Assert.Equal(type, place.Data?.Name);
    }

    [Theory]
    [InlineData("gParty[6]", "invalid-parameter", "address must be an element from 0 to 5 of gParty; got [6].")]
    [InlineData("gParty[3].moves[4]", "invalid-parameter", "an element from 0 to 3 of gParty[3].moves; got [4].")]
    [InlineData("gParty.level", "invalid-parameter", "an element of gParty, which is Monster[6], like gParty[0].")]
    [InlineData("gParty[0].level[0]", "invalid-parameter", "a place without [0], because gParty[0].level is no array.")]
    [InlineData("gParty[0].level.x", "unknown-symbol", "a place without fields after gParty[0].level, which is u8.")]
    [InlineData("gParty[0].lvl", "unknown-symbol",
        "a field of Monster; got \"lvl\". Its fields: level, moves, next, at, trail, any, bonds.")]
    [InlineData("gParty[0].Level", "unknown-symbol", "a field of Monster")]
    [InlineData("gParty[0].at.", "unknown-symbol", "a field of Point; got \"\".")]
    [InlineData("gParty[0].next.level", "unknown-symbol", "without fields after gParty[0].next, which is Monster*.")]
    [InlineData("gPlain[0]", "invalid-parameter", "after gPlain, which has no type: PUT …/symbols/types gives it one.")]
    [InlineData("gPlain.lop", "unknown-symbol", "got \"gPlain.lop\". Similar: gPlain.loop")]
    [InlineData("gUnknown[0]", "unknown-symbol", "got \"gUnknown\"")]
    [InlineData("[gHead].lvl", "unknown-symbol", "a field of Monster")]
    [InlineData("[gPlain].level", "invalid-parameter", "without fields where a pointer leads whose type is unknown; got \".level\".")]
    [InlineData("[gParty[0].any].level", "invalid-parameter", "whose type is unknown")]
    [InlineData("[gParty[0]].level", "invalid-parameter", "whose type is unknown")]
    [InlineData("[wBox[0].next]", "invalid-parameter", "wBox is in a bank of wram.")]
    [InlineData("top[1]", "invalid-parameter", "between 0 and 0xFFFFFFFF")]
    [InlineData("[gHead][999999][0]", "invalid-parameter", "is no array")]
    [InlineData("gParty[]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[-1]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0x1]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[1000000]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0]]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0]level", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0].1", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("gParty[0].a@b", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[0x02000000].level", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[0x02000000][0]", "invalid-parameter", "a symbol like gPlayer+4")]
    [InlineData("[gHead].level+", "invalid-parameter", "a symbol like gPlayer+4")]
    public void Another_address_is_refused(string text, string anchor, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => Parameters.Place(text, null, () => Names));
        Assert.Equal((anchor, "address"), (refused.Type.Anchor, refused.Parameter));
        Assert.Contains(sentence, refused.Message, StringComparison.Ordinal);
        Assert.StartsWith("address must be ", refused.Message, StringComparison.Ordinal);
    }
}
