using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Lines of text that a tool takes as arguments in place of objects.</summary>
public sealed class TextFormsTests
{
    [Theory]
    [InlineData("0x02000020", """{"address":"0x02000020"}""")]
    [InlineData("0x02000020 u16", """{"address":"0x02000020","type":"u16"}""")]
    [InlineData("0x02000020:u16", """{"address":"0x02000020","type":"u16"}""")]
    [InlineData("0x02000100 16 bytes", """{"address":"0x02000100","length":16}""")]
    [InlineData("0x02000100 16", """{"address":"0x02000100","length":16}""")]
    [InlineData("gPlayer + 4 i8", """{"address":"gPlayer+4","type":"i8"}""")]
    [InlineData("[0x02000008]-4 u32", """{"address":"[0x02000008]-4","type":"u32"}""")]
    [InlineData("Actor::hp", """{"address":"Actor::hp"}""")]
    [InlineData("Actor::hp:u16", """{"address":"Actor::hp","type":"u16"}""")]
    public void Places_are_read(string line, string expected) => Assert.Equal(expected, Write<PlaceToRead>(line));

    [Theory]
    [InlineData("0x02000020 u16 >= 40", """{"address":"0x02000020","type":"u16","is":"ge","value":40}""")]
    [InlineData("0x02000020>=40", """{"address":"0x02000020","is":"ge","value":40}""")]
    [InlineData("hp i8 < -3 for 20 frames", """{"address":"hp","type":"i8","is":"lt","value":-3,"frames":20}""")]
    [InlineData("hp = 0x10", """{"address":"hp","is":"eq","value":16}""")]
    [InlineData("hp != 1 1 frame", """{"address":"hp","is":"ne","value":1,"frames":1}""")]
    [InlineData("hp & 4", """{"address":"hp","is":"mask","value":4}""")]
    [InlineData("hp u16 eq 7", """{"address":"hp","type":"u16","is":"eq","value":7}""")]
    [InlineData("hp u16 Changed", """{"address":"hp","type":"u16","is":"changed"}""")]
    [InlineData("hp same 30", """{"address":"hp","is":"same","frames":30}""")]
    [InlineData("screen still 20", """{"screen":"still","frames":20}""")]
    [InlineData("screen changed", """{"screen":"changed"}""")]
    public void Conditions_are_read(string line, string expected) => Assert.Equal(expected, Write<Until>(line));

    [Theory]
    [InlineData("0x02000020 u16 = 5", """{"address":"0x02000020","type":"u16","value":5}""")]
    [InlineData("0x02000020=5", """{"address":"0x02000020","value":5}""")]
    [InlineData("0x02000100 hex 0a0b", """{"address":"0x02000100","hex":"0a0b"}""")]
    [InlineData("0x02000100 bytes 0A0B", """{"address":"0x02000100","hex":"0A0B"}""")]
    public void Writes_are_read(string line, string expected) => Assert.Equal(expected, Write<PlaceToWrite>(line));

    [Fact]
    public void Expected_values_crops_and_searches_are_read()
    {
        Assert.Equal("""{"address":"hp","type":"u16","equals":5}""", Write<ExpectedValue>("hp u16 == 5"));
        Assert.Equal("""{"x":0,"y":96,"width":64,"height":32}""", Write<Crop>("0, 96,64,32"));
        Assert.Equal("""{"id":1,"is":"increased"}""", Write<SearchInTurn>("1 increased"));
        Assert.Equal("""{"id":2,"is":"eq","value":5}""", Write<SearchInTurn>("2 == 5"));
    }

    [Theory]
    [InlineData(typeof(PlaceToRead), "", "like 0x02000020 u16, 0x02000100 16 bytes, or a name")]
    [InlineData(typeof(PlaceToRead), "0x02000020 u16 big", "like 0x02000020 u16, 0x02000100 16 bytes, or a name")]
    [InlineData(typeof(Until), "0x02000020", "like 0x02000020 u16 >= 40, 0x02000020 changed, or screen still 20")]
    [InlineData(typeof(Until), "0x02000020 >=", "like 0x02000020 u16 >= 40, 0x02000020 changed, or screen still 20")]
    [InlineData(typeof(Until), "0x02000020 >= many", "like 0x02000020 u16 >= 40, 0x02000020 changed, or screen still 20")]
    [InlineData(typeof(Until), "screen still for long", "like 0x02000020 u16 >= 40, 0x02000020 changed, or screen still 20")]
    [InlineData(typeof(PlaceToWrite), "0x02000020 5", "like 0x02000020 u16 = 5, or 0x02000100 hex 0a0b")]
    [InlineData(typeof(ExpectedValue), "0x02000020 > 5", "like 0x02000020 u16 == 5")]
    [InlineData(typeof(Crop), "0,96,64", "like 0,96,64,32: left, top, width and height")]
    [InlineData(typeof(SearchInTurn), "increased", "like 1 increased, or 1 eq 5, with the id of the search first")]
    public void Other_lines_are_refused_with_an_example(Type type, string line, string form)
    {
        var refused = Assert.Throws<RequestException>(() => Write(line, type));
        Assert.Equal($"it must be {form}; got \"{line}\".", refused.Message);
    }

    private static string Write<T>(string line) => Write(line, typeof(T));

    private static string Write(string line, Type type)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
            TextForms.Write(writer, line, type, "it");
        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
