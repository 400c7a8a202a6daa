using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.SocketPool.Model;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class TypesReaderTests
{
    private static readonly EmulatorFacts Advance = new(3, "", "", "", "GBA", "", "", "", 0, []) { Model = "AGB" };

    private const string Point = """ "Point": {"size": 4, "fields": {"x": {"at": 0, "type": "i16"}, "y": {"at": 2, "type": "i16"}}} """;

    private static string Of(string types, string symbols = "") => $$"""{"types": { {{types}} }, "symbols": { {{symbols}} } }""";

    private static DataTypes Read(string json) => new TypesReader().Read(Encoding.UTF8.GetBytes(json), Advance);

    [Fact]
    public void Types_are_read_in_any_order()
    {
        var types = Read(Of(
            $$"""
            "Line": {"size": 12, "fields": {"ends": {"at": 0, "type": "Point", "count": 2}, "next": {"at": 8, "type": "Line*"} } },
            {{Point}}
            """,
            """ "gLines": {"type": "Line", "count": 3}, "gLine": {"type": "Line*"} """));
        Assert.Equal(["Line", "Point"], types.Structures.Select(structure => structure.Name));
        Assert.Equal((12u, 2, 8L), (types.Find("Line")!.Size, types.Find("Line")!.Depth, types.Find("Line")!.Values));
        Assert.Equal(["Line[3]", "Line*"], types.Symbols.Select(symbol => symbol.Value.Name));
        Assert.Null(types.Find("line"));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("\uFEFF{}")]
    [InlineData("""{"types": null, "symbols": null}""")]
    [InlineData("""{"types": {}, "symbols": {}}""")]
    public void A_file_may_be_empty(string json) => Assert.Empty(Read(json).Structures);

    [Fact]
    public void A_pointer_has_the_size_of_the_console()
    {
        var json = Encoding.UTF8.GetBytes(Of(""" "T": {"size": 4, "fields": {"p": {"at": 2, "type": "u8*"}}} """));
        var reader = new TypesReader();
        Assert.Equal(2, reader.Read(json, Advance with { Platform = "GB" }).Find("T")!.Fields[0].Data.Size);
        var refused = Assert.Throws<RequestException>(() => reader.Read(json, Advance));
        Assert.Contains("must end within T", refused.Message, StringComparison.Ordinal);
        Assert.Same(reader.Read("{}"u8.ToArray(), Advance), reader.Read("{}"u8.ToArray(), Advance));
    }

    [Theory]
    [InlineData("", "it is not valid JSON at line 1")]
    [InlineData("{\n\"types\": x}", "it is not valid JSON at line 2")]
    [InlineData("[]", "it must be an object with types and symbols")]
    [InlineData("null", "it must be an object with types and symbols")]
    [InlineData("""{"types": {}, "types": {}}""", "it has the same member twice")]
    [InlineData("""{"types": {"T": {"size": 1, "fields": {}}, "T": {"size": 1, "fields": {}}}}""", "it has the same member twice")]
    public void A_file_that_is_no_JSON_is_refused(string json, string sentence) =>
        Assert.StartsWith(sentence, Assert.Throws<SymbolFormatException>(() => Read(json)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("""{"typos": {}}""", "Unknown member \"typos\"; the file must be an object with types, symbols.")]
    [InlineData("""{"types": []}""", "types must be an object of names and objects with size, fields; got [].")]
    [InlineData("""{"types": {"T": {"size": "4", "fields": {}}}}""", "types.T.size must be a whole number; got \"4\".")]
    [InlineData("""{"types": {"T": {"size": 4, "fields": {}, "packed": 1}}}""", "Unknown member \"packed\"; types.T must be an")]
    [InlineData("""{"types": {"T": null}}""", "types.T must be an object; got null.")]
    [InlineData("""{"types": {"T": {"fields": {}}}}""", "types.T.size is required: 1 to 33554432.")]
    [InlineData("""{"types": {"T": {"size": 0, "fields": {}}}}""", "types.T.size must be 1 to 33554432; got 0.")]
    [InlineData("""{"types": {"T": {"size": 33554433, "fields": {}}}}""", "types.T.size must be 1 to 33554432; got 33554433.")]
    [InlineData("""{"types": {"T": {"size": 4}}}""", "types.T.fields is required: an object of fields.")]
    [InlineData("""{"types": {"u8": {"size": 4, "fields": {}}}}""", "types.u8 must be a name")]
    [InlineData("""{"types": {"void": {"size": 4, "fields": {}}}}""", "types.void must be a name")]
    [InlineData("""{"types": {"a b": {"size": 4, "fields": {}}}}""", "types.a b must be a name")]
    [InlineData("""{"types": {"": {"size": 4, "fields": {}}}}""", "types. must be a name")]
    [InlineData("""{"types": {"1T": {"size": 4, "fields": {}}}}""", "types.1T must be a name")]
    public void A_structure_that_cannot_be_is_refused(string json, string sentence) => AssertRefused(json, sentence);

    [Theory]
    [InlineData("null", "types.T.fields.f must be an object; got null.")]
    [InlineData("""{"type": "u8"}""", "types.T.fields.f.at is required: 0 to 3.")]
    [InlineData("""{"at": 4, "type": "u8"}""", "types.T.fields.f.at must be 0 to 3, within T; got 4.")]
    [InlineData("""{"at": -1, "type": "u8"}""", "types.T.fields.f.at must be 0 to 3, within T; got -1.")]
    [InlineData("""{"at": 9223372036854775807, "type": "u8"}""", "types.T.fields.f.at must be 0 to 3, within T; got 9223372036854775807.")]
    [InlineData("""{"at": 0}""", "types.T.fields.f.type is required: a type.")]
    [InlineData("""{"at": 0, "type": "U"}""", "types.T.fields.f.type must be one of u8, u16, u32, i8, i16, i32, void*, or a")]
    [InlineData("""{"at": 0, "type": "void"}""", "types.T.fields.f.type must be one of")]
    [InlineData("""{"at": 0, "type": "u8**"}""", "types.T.fields.f.type must be one of")]
    [InlineData("""{"at": 0, "type": "*"}""", "types.T.fields.f.type must be one of")]
    [InlineData("""{"at": 0, "type": ""}""", "types.T.fields.f.type must be one of")]
    [InlineData("""{"at": 0, "type": "u8", "count": 0}""", "types.T.fields.f.count must be 1 to 1000000; got 0.")]
    [InlineData("""{"at": 0, "type": "u8", "count": 9223372036854775807}""", "types.T.fields.f.count must be 1 to 1000000")]
    [InlineData("""{"at": 1, "type": "u32"}""", "types.T.fields.f must end within T, which has 4 bytes; got u32 of 4 bytes at 1.")]
    [InlineData("""{"at": 0, "type": "u16", "count": 3}""", "got u16[3] of 6 bytes at 0.")]
    public void A_field_that_cannot_be_is_refused(string field, string sentence) =>
        AssertRefused(Of($$""" "T": {"size": 4, "fields": {"f": {{field}} } } """), sentence);

    [Theory]
    [InlineData("""  "9s": {"type": "u8"} """, "symbols.9s must be the name of a symbol.")]
    [InlineData("""  "s": null """, "symbols.s must be an object; got null.")]
    [InlineData("""  "s": {} """, "symbols.s.type is required: a type.")]
    [InlineData("""  "s": {"type": "Pt"} """, "symbols.s.type must be one of")]
    [InlineData("""  "s": {"type": "Point", "count": 1000001} """, "symbols.s.count must be 1 to 1000000; got 1000001.")]
    public void A_symbol_that_cannot_be_is_refused(string symbol, string sentence) => AssertRefused(Of(Point, symbol), sentence);

    [Theory]
    [InlineData("A", "types.A must not contain itself (A.next); a pointer to it is A*.")]
    [InlineData("B A", "types.A must not contain itself (A.next, B.next); a pointer to it is A*.")]
    [InlineData("B C D E F A", "types.A must not contain itself (A.next, B.next, C.next, D.next, …); a pointer to it is A*.")]
    public void A_structure_does_not_contain_itself(string next, string sentence)
    {
        string[] names = ["A", .. next.Split(' ')];
        AssertRefused(Of(string.Join(',', names.Zip(names[1..], Holds))), sentence);
    }

    [Fact]
    public void At_most_sixteen_structures_are_in_one_another()
    {
        string[] names = [.. Enumerable.Range(0, 17).Select(i => $"T{i}")];
        string Nested(int count) => Of(string.Join(',', names[..count].Zip(names[1..], Holds).Prepend(Last(names[count]))));
        Assert.Equal(16, Read(Nested(15)).Find("T0")!.Depth);
        AssertRefused(Nested(16), "types.T0 must have at most 16 structures in one another.");
    }

    [Fact]
    public void Values_of_structures_in_one_another_are_counted_up_to_a_limit()
    {
        string[] names = [.. Enumerable.Range(0, 16).Select(i => $"T{i}")];
        var many = string.Join(',', Enumerable.Range(0, 100).Select(i => $$"""  "f{{i}}": {"at": 0, "type": "NEXT"} """));
        string Hundred(string name, string next) =>
            $$""" "{{name}}": {"size": 4, "fields": { {{many.Replace("NEXT", next, StringComparison.Ordinal)}} } } """;
        var types = Read(Of(string.Join(',', names[..15].Zip(names[1..], Hundred).Append(Last("T15")))));
        Assert.Equal(1_000_000_000, types.Find("T0")!.Values);
    }

    private static string Holds(string name, string next) =>
        $$""" "{{name}}": {"size": 4, "fields": {"next": {"at": 0, "type": "{{next}}"} } } """;

    private static string Last(string name) => $$""" "{{name}}": {"size": 4, "fields": {"x": {"at": 0, "type": "u8"} } } """;

    private static void AssertRefused(string json, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => Read(json));
        Assert.Equal("invalid-body", refused.Type.Anchor);
        Assert.Contains(sentence, refused.Message, StringComparison.Ordinal);
    }
}
