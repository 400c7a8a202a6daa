using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Features.Video;

/// <summary>What requests about video memory accept.</summary>
internal static class VideoRules
{
    /// <summary>Max tiles in a picture.</summary>
    public const int MaxTiles = 1024;

    /// <summary>A picture instead of JSON.</summary>
    public const string Png = "png";

    // The last tile of 16 colors in a GBA's video memory.
    private const int LastTile = 3071;

    private const string Json = "json", NoControls = @"^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$";

    /// <summary>Gets the rule for a background.</summary>
    public static ChoiceRule Background { get; } = new(["0", "1", "2", "3", VideoMemory.Window], "0")
    {
        Schema = "Background", Description = "A background; window: the Game Boy's window.",
    };

    /// <summary>Gets the rule for the format of a map.</summary>
    public static ChoiceRule Format { get; } = new([Json, Png], Json);

    /// <summary>Gets the rule for the first tile of a picture.</summary>
    public static IntegerRule First { get; } = new("first", 0, LastTile, 0);

    /// <summary>Gets the rule for the tiles of a picture.</summary>
    public static IntegerRule Count { get; } = new("count", 1, MaxTiles, MaxTiles);

    /// <summary>Gets the rule for the tiles in a row of a picture.</summary>
    public static IntegerRule Columns { get; } = new("columns", 1, 64, 32);

    /// <summary>Gets the rule for the palette of a picture.</summary>
    public static IntegerRule Palette { get; } = new("palette", 0, 15, 0);

    /// <summary>Gets the rule for whether a palette is one of the sprites'.</summary>
    public static FlagRule Sprites { get; } = new("sprites");

    /// <summary>Gets the rule for the colors of a GBA's tile.</summary>
    public static ChoiceRule Colors { get; } = new(["16", "256"]);

    /// <summary>Gets the rule for the number of a sprite.</summary>
    public static IntegerRule Sprite { get; } = new("sprite", 0, 127);

    /// <summary>Gets the rule for a table of characters: texts by the numbers of tiles.</summary>
    public static MapRule Table { get; } = new(
        new TextRule { Pattern = "^(0|[1-9][0-9]{0,2}|10[01][0-9]|102[0-3])$", Min = 1, Max = 4 },
        new TextRule { Pattern = NoControls, Min = 1, Max = 8 }, Max: 1024);

    /// <summary>Gets the rule for the text of a tile that the table lacks.</summary>
    public static TextRule Otherwise { get; } = new() { Pattern = NoControls, Max = 8 };

    /// <summary>Gets the rule for whether the rows are those on the screen.</summary>
    public static FlagRule Visible { get; } = new("visible", Default: true);

    /// <summary>Gets the rule for a text to read.</summary>
    public static ObjectRule Text { get; } = new(typeof(ReadTextRequest),
        new("table", Table, IsRequired: true), new("background", Background), new("otherwise", Otherwise), new("visible", Visible));

    /// <summary>Parses a background; null: the default.</summary>
    /// <exception cref="RequestException">There is no such background.</exception>
    public static string BackgroundOf(string? background) => WordOf(Background, background, "background")!;

    /// <summary>Returns whether the client wants a map as a PNG.</summary>
    /// <exception cref="RequestException">There is no such format.</exception>
    public static bool IsPng(string? format) => WordOf(Format, format, "format") == Png;

    /// <summary>Parses the colors of a tile; null: none are given.</summary>
    /// <exception cref="RequestException">No tile has so many.</exception>
    public static int? ColorsOf(string? colors) =>
        WordOf(Colors, colors, "colors") is { } number ? int.Parse(number, CultureInfo.InvariantCulture) : null;

    /// <summary>Returns a table of characters by the numbers of tiles.</summary>
    /// <exception cref="RequestException">It is missing or too long, or a number or a text is invalid.</exception>
    public static Dictionary<int, string> TableOf(IReadOnlyDictionary<string, string?>? table)
    {
        if (table is null)
            throw Parameters.Missing("table", "an object with the text of each tile by its number, like {\"65\": \"A\"}");
        if (table.Count > Table.Max)
            throw Parameters.Refuse("table", $"{table.Count}", $"at most {Table.Max} entries");
        var texts = new Dictionary<int, string>();
        foreach (var (tile, text) in table)
        {
            if (!IsTile(tile, out var number))
                throw Parameters.Refuse("table", tile, "texts by the numbers of tiles, 0 to 1023");
            texts[number] = text is not null && Table.Value.HasLength(text) && !HasControls(text)
                ? text
                : throw Parameters.Refuse($"table.{tile}", text ?? "null", "a text of 1 to 8 characters without control characters");
        }

        return texts;
    }

    /// <summary>Returns the text of a tile that the table lacks; null: a space.</summary>
    /// <exception cref="RequestException">It is too long or has control characters.</exception>
    public static string OtherwiseOf(string? otherwise) => otherwise is null || (Otherwise.HasLength(otherwise) && !HasControls(otherwise))
        ? otherwise ?? " "
        : throw Parameters.Refuse("otherwise", otherwise, "a text of up to 8 characters without control characters");

    private static string? WordOf(ChoiceRule rule, string? word, string name) => word is null || rule.Accepts(word)
        ? word ?? rule.Default
        : throw Parameters.Refuse(name, word, $"one of {rule.Names}");

    private static bool IsTile(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number < Table.Max
        && text == number.ToString(CultureInfo.InvariantCulture);

    private static bool HasControls(string text) => text.Any(letter => CharUnicodeInfo.GetUnicodeCategory(letter)
        is UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);
}
