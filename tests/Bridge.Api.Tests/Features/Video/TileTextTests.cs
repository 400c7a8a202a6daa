using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

public sealed class TileTextTests
{
    private static readonly Dictionary<int, string> Letters =
        Enumerable.Range(0, 26).ToDictionary(i => i + 1, i => $"{(char)('A' + i)}");

    // Four columns and three rows: ABCD, EFGH, IJKL.
    private static readonly TileMap Map = new(
        "0", Columns: 4, Colors: 16, [.. Enumerable.Range(1, 12).Select(number => new TileEntry(number, number))]);

    [Theory]
    [InlineData(0, 0, "AB|EF", 0, 0)]
    [InlineData(8, 8, "FG|JK", 0, 0)]
    [InlineData(1, 0, "ABC|EFG", -1, 0)]
    [InlineData(0, 7, "AB|EF|IJ", 0, -7)]
    [InlineData(31, 23, "LIJ|DAB|HEF", -7, -7)]
    public void The_visible_rows_follow_the_scroll_and_wrap(int x, int y, string rows, int left, int top)
    {
        var text = TileText.Read(Map with { Scroll = (x, y) }, (16, 16), Letters, " ");
        Assert.Equal((rows, left, top, true), (string.Join('|', text.Rows), text.X, text.Y, text.IsVisible));
    }

    // A window begins at its place on the screen, and ends with the screen or the map.
    [Theory]
    [InlineData(0, 0, "AB|EF", 0, 0)]
    [InlineData(-8, 0, "A|E", 8, 0)]
    [InlineData(-9, -15, "A", 9, 15)]
    [InlineData(7, 0, "ABC|EFG", -7, 0)]
    [InlineData(-16, 0, "", 16, 0)]
    [InlineData(0, -20, "", 0, 20)]
    public void A_window_begins_at_its_place(int x, int y, string rows, int left, int top)
    {
        var text = TileText.Read(Map with { Background = "window", Repeats = false, Scroll = (x, y) }, (16, 16), Letters, " ");
        Assert.Equal((rows, left, top), (string.Join('|', text.Rows), text.X, text.Y));
    }

    [Fact]
    public void A_window_is_no_larger_than_its_map()
    {
        var text = TileText.Read(Map with { Repeats = false }, (800, 800), Letters, " ");
        Assert.Equal("ABCD|EFGH|IJKL", string.Join('|', text.Rows));
    }

    [Fact]
    public void Texts_may_have_several_characters_and_others_have_their_own()
    {
        var table = new Dictionary<int, string> { [1] = "PK", [6] = "é" };
        Assert.Equal("PK...|.é..|....", string.Join('|', TileText.Read(Map, null, table, ".").Rows));
    }

    [Fact]
    public void An_affine_background_is_read_as_a_whole()
    {
        var text = TileText.Read(Map with { View = new AffineView(1, 0, 0, 1, 8, 8) }, (16, 16), Letters, " ");
        Assert.Equal(("ABCD|EFGH|IJKL", false), (string.Join('|', text.Rows), text.IsVisible));
    }
}
