using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>How game_look shows the screen: whole or a part, with a grid or without, and what it describes in words.</summary>
/// <param name="Scale">Pixels of the picture for each pixel of the game.</param>
/// <param name="Part">The part; null: the whole screen.</param>
/// <param name="HasGrid">Whether a grid of coordinates is drawn.</param>
/// <param name="HasSprites">Whether the sprites are described.</param>
/// <param name="Background">The background whose tiles are described; empty: any; null: none.</param>
internal sealed record LookForm(int Scale, Area? Part, bool HasGrid, bool HasSprites, string? Background)
{
    private const string Sprites = "sprites";
    private const string Tiles = "tiles";
    private const string TilesOf = "tiles:";

    // The smallest at which the digits of the grid can be read.
    private const int MinGridScale = 2;

    /// <summary>Gets whether the picture is another one than the whole screen.</summary>
    public bool IsSpecial => Part is not null || HasGrid;

    /// <summary>Gets whether anything is described in words.</summary>
    public bool HasText => HasSprites || Background is not null;

    /// <summary>Reads it.</summary>
    /// <exception cref="RequestException">An argument is invalid.</exception>
    public static LookForm Read(LookArguments given, EmulatorClient emulator)
    {
        if (!given.Screen && (given.Part is not null || given.Grid))
        {
            var name = given.Grid ? "grid" : "part";
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} requires screen.", name);
        }

        Area? part = given.Part is null ? null : PartOf(given.Part);
        var scale = part is { } area && given.Scale is null ? PictureView.ScaleOf(area) : Snapshot.ScaleOf(given.Scale, emulator);
        var (hasSprites, background) = ReadShow(given.Show);
        return new LookForm(given.Grid ? Math.Max(scale, MinGridScale) : scale, part, given.Grid, hasSprites, background);
    }

    /// <summary>Returns the picture as a PNG.</summary>
    /// <exception cref="RequestException">The part isn't inside the picture.</exception>
    public ReadOnlyMemory<byte> Draw(Picture screen)
    {
        using var part = Part is { } area ? PictureView.Cut(screen, area) : null;
        using var large = PictureView.Enlarge(part ?? screen, Scale);
        if (HasGrid)
            CoordinateGrid.Draw(large, Scale, Part?.X ?? 0, Part?.Y ?? 0);
        return PngWriter.Write(large, scale: 1);
    }

    private static Area PartOf(Crop part)
    {
        try
        {
            return part.Read();
        }
        catch (RequestException refused)
        {
            // The member crop.x of other requests is part.x here.
            throw refused.As($"part{refused.Parameter!["crop".Length..]}");
        }
    }

    private static (bool HasSprites, string? Background) ReadShow(IReadOnlyList<string?>? show)
    {
        var (hasSprites, background) = (false, (string?)null);
        if (show is null)
            return (false, null);
        BodyList.Read(show, "show", max: 2, (word, name) =>
        {
            if (word == Sprites)
                hasSprites = true;
            else if (word == Tiles || (word.StartsWith(TilesOf, StringComparison.Ordinal) && word.Length > TilesOf.Length))
                background = word == Tiles ? "" : word[TilesOf.Length..];
            else
                throw Parameters.Refuse(name, word, "sprites, tiles, or tiles:1 for a background");
        });
        return (hasSprites, background);
    }
}
