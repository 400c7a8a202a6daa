using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Video;
using Bridge.Api.Features.Video.Decoding;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>Sprites and maps of tiles as short text, for models that can't count pixels.</summary>
internal static class VideoText
{
    private const int MaxSprites = 24;
    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private const char Most = '.';
    private const char Other = '?';

    private static readonly string[] Backgrounds = ["0", "1", "2", "3", VideoMemory.Window];

    /// <summary>Returns the visible sprites, and a background's tiles on the screen.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="hasSprites">Whether to describe the sprites.</param>
    /// <param name="background">The background whose tiles to describe; empty: the one with most kinds of tiles; null: none.</param>
    /// <param name="cancellationToken">Cancels the read.</param>
    /// <exception cref="RequestException">The game has no such background of tiles now.</exception>
    public static async Task<(SpritesSeen? Sprites, TilesSeen? Tiles)> ReadAsync(
        EmulatorClient emulator, bool hasSprites, string? background, CancellationToken cancellationToken)
    {
        using var video = await VideoSnapshot.ReadAsync(emulator, cancellationToken);
        return (hasSprites ? DescribeSprites(video.Memory) : null, background is null ? null : DescribeTiles(video.Memory, background));
    }

    private static SpritesSeen DescribeSprites(VideoMemory memory)
    {
        var visible = memory.Sprites.Where(sprite => sprite.IsVisible).ToArray();
        return new SpritesSeen(
            [.. visible.Take(MaxSprites).Select(sprite => string.Create(CultureInfo.InvariantCulture,
                $"{sprite.Number}: {sprite.Width}x{sprite.Height} at {sprite.X},{sprite.Y} tile {sprite.Tile}"))],
            Math.Max(0, visible.Length - MaxSprites));
    }

    private static TilesSeen DescribeTiles(VideoMemory memory, string background)
    {
        var maps = Backgrounds.Select(name => FindMap(memory, name)).OfType<TileMap>().Where(map => map.IsShown).ToArray();
        var names = maps.Select(map => map.Background).ToArray();
        var seen = maps.Where(map => background.Length == 0 || map.Background == background)
            .Select(map => (Map: map, Tiles: NumbersIn(memory, map))).OrderByDescending(map => map.Tiles.Count).FirstOrDefault();
        if (seen.Map is not { } shown)
        {
            throw new RequestException(ProblemTypes.Conflict, names.Length == 0
                ? "The game shows no background of tiles now."
                : $"show: the backgrounds of tiles are {string.Join(", ", names)} now; got \"{background}\".", "show");
        }

        var letters = LettersOf(seen.Tiles);
        var table = letters.ToDictionary(each => each.Number, each => each.Letter.ToString());
        var text = TileText.Read(shown, memory.Screen, table, $"{Other}");
        return new TilesSeen(shown.Background, names, text.X, text.Y, text.Rows,
            string.Join(' ', letters.Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.Letter}={each.Number}"))));
    }

    private static TileMap? FindMap(VideoMemory memory, string name)
    {
        try
        {
            return memory.FindMap(name);
        }
        catch (RequestException missing) when (missing.Type == ProblemTypes.Conflict)
        {
            return null;
        }
    }

    // Each tile number on the screen, and how often it is there.
    private static Dictionary<int, int> NumbersIn(VideoMemory memory, TileMap map)
    {
        // TileText writes a character for each tile. Here its code is the index of the tile's number.
        var numbers = map.Entries.Select(entry => entry.Number).Distinct().Select((number, index) => (number, index))
            .ToDictionary(each => each.number, each => ((char)each.index).ToString());
        var tiles = numbers.Keys.ToArray();
        return TileText.Read(map, memory.Screen, numbers, "").Rows.SelectMany(row => row).GroupBy(index => tiles[index])
            .ToDictionary(group => group.Key, group => group.Count());
    }

    // The most frequent one is a dot, because it is mostly the ground. Others get letters in the order of their numbers.
    private static (int Number, char Letter)[] LettersOf(Dictionary<int, int> counts)
    {
        if (counts.Count == 0)
            return [];
        var most = counts.MaxBy(each => each.Value).Key;
        return
        [
            (most, Most),
            .. counts.Where(each => each.Key != most).OrderByDescending(each => each.Value).Take(Letters.Length)
                .Select(each => each.Key).Order().Zip(Letters),
        ];
    }
}

/// <summary>The visible sprites, like <c>0: 16x16 at 120,72 tile 4</c>, and how many more there are.</summary>
internal sealed record SpritesSeen(IReadOnlyList<string> Visible, int More);

/// <summary>
/// The tiles of a background on the screen: all backgrounds of tiles, the place of the first tile in pixels, a row of letters for each row
/// of tiles, and the tile numbers of the letters. A question mark is a rare tile without a letter.
/// </summary>
internal sealed record TilesSeen(
    string Background, IReadOnlyList<string> Backgrounds, int X, int Y, IReadOnlyList<string> Rows, string Letters);
