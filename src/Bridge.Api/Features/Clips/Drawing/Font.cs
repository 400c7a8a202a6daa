namespace Bridge.Api.Features.Clips.Drawing;

/// <summary>
/// The letters of overlays, 5 x 7 pixels each. Small letters look like large ones, and characters that it lacks like question marks.
/// </summary>
internal static class Font
{
    /// <summary>The pixels from one letter to the next.</summary>
    public const int Advance = LetterWidth + 1;

    /// <summary>The height of a letter in pixels.</summary>
    public const int LetterHeight = 7;

    private const int LetterWidth = 5;

    // Blocks of a line with letters, and seven lines with their pixels.
    private const string Table = """
        A     B     C     D     E     F     G     H     I     J     K     L     M     N     O
        .###. ####. .###. ####. ##### ##### .###. #...# .###. ...## #...# #.... #...# #...# .###.
        #...# #...# #...# #...# #.... #.... #...# #...# ..#.. ....# #..#. #.... ##.## ##..# #...#
        #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ....# #.#.. #.... #.#.# #.#.# #...#
        ##### ####. #.... #...# ####. ####. #.### ##### ..#.. ....# ##... #.... #.#.# #..## #...#
        #...# #...# #.... #...# #.... #.... #...# #...# ..#.. #...# #.#.. #.... #...# #...# #...#
        #...# #...# #...# #...# #.... #.... #...# #...# ..#.. #...# #..#. #.... #...# #...# #...#
        #...# ####. .###. ####. ##### #.... .###. #...# .###. .###. #...# ##### #...# #...# .###.
        P     Q     R     S     T     U     V     W     X     Y     Z     0     1     2     3
        ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. ..#.. .###. .###.
        #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# #...# .##.. #...# #...#
        #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. #..## ..#.. ....# ....#
        ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. #.#.# ..#.. ..##. ..##.
        #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#... ##..# ..#.. .#... ....#
        #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... #...# ..#.. #.... #...#
        #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###. .###. ##### .###.
        4     5     6     7     8     9     .     ,     :     ;     !     ?     '     "     (
        ...#. ##### ..##. ##### .###. .###. ..... ..... ..... ..... ..#.. .###. ..#.. .#.#. ...#.
        ..##. #.... .#... ....# #...# #...# ..... ..... .##.. .##.. ..#.. #...# ..#.. .#.#. ..#..
        .#.#. ####. #.... ...#. #...# #...# ..... ..... .##.. .##.. ..#.. ....# .#... ..... .#...
        #..#. ....# ####. ..#.. .###. .#### ..... ..... ..... ..... ..#.. ..##. ..... ..... .#...
        ##### ....# #...# ..#.. #...# ....# ..... .##.. .##.. .##.. ..#.. ..#.. ..... ..... .#...
        ...#. #...# #...# ..#.. #...# ...#. .##.. ..#.. .##.. ..#.. ..... ..... ..... ..... ..#..
        ...#. .###. .###. ..#.. .###. .##.. .##.. .#... ..... .#... ..#.. ..#.. ..... ..... ...#.
        )     [     ]     <     >     +     -     *     /     =     _     %     #     &     @
        .#... .###. .###. ...#. .#... ..... ..... ..... ....# ..... ..... ##..# .#.#. .##.. .###.
        ..#.. .#... ...#. ..#.. ..#.. ..#.. ..... #.#.# ....# ..... ..... ##..# .#.#. #..#. #...#
        ...#. .#... ...#. .#... ...#. ..#.. ..... .###. ...#. ##### ..... ...#. ##### #.#.. #.###
        ...#. .#... ...#. #.... ....# ##### ##### ##### ..#.. ..... ..... ..#.. .#.#. .#... #.#.#
        ...#. .#... ...#. .#... ...#. ..#.. ..... .###. .#... ##### ..... .#... ##### #.#.# #.###
        ..#.. .#... ...#. ..#.. ..#.. ..#.. ..... #.#.# #.... ..... ..... #..## .#.#. #..#. #....
        .#... .###. .###. ...#. .#... ..... ..... ..... #.... ..... ##### #..## .#.#. .##.# .###.
        """;

    private static readonly Dictionary<char, byte[]> Letters = Read(Table.Split('\n'));

    /// <summary>Returns whether a pixel of a letter is set.</summary>
    public static bool IsSet(char letter, int x, int y)
    {
        if (letter == ' ')
            return false;
        var rows = Letters.GetValueOrDefault(char.ToUpperInvariant(letter)) ?? Letters['?'];
        return x < LetterWidth && (rows[y] & 1 << x) != 0;
    }

    private static Dictionary<char, byte[]> Read(string[] lines)
    {
        var letters = new Dictionary<char, byte[]>();
        for (var block = 0; block < lines.Length; block += 1 + LetterHeight)
        {
            for (var at = 0; at < lines[block].Length; at += Advance)
                letters[lines[block][at]] = [.. lines.Skip(block + 1).Take(LetterHeight).Select(line => RowOf(line, at))];
        }

        return letters;
    }

    private static byte RowOf(string line, int at)
    {
        var row = 0;
        for (var x = 0; x < LetterWidth; x++)
            row |= line[at + x] == '#' ? 1 << x : 0;
        return (byte)row;
    }
}
