using System.Globalization;
using static MgbaBridge.VideoJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Returns the colors of the palettes.</summary>
    public Task<Palettes> GetPalettesAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/video/palettes"), Default.Palettes, cancellationToken);

    /// <summary>Returns tiles as a PNG.</summary>
    /// <param name="sheet">Which tiles, and how; null: the first 1,024.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<byte[]> GetTilesAsync(TileSheet? sheet = null, CancellationToken cancellationToken = default) =>
        PngAsync($"tiles?{(sheet ?? new TileSheet()).Query}", cancellationToken);

    /// <summary>Returns the tiles of a background.</summary>
    /// <param name="background">0 to 3, or window, the Game Boy's window.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">
    /// For example 409 <c>conflict</c>: the background is a bitmap, or the video mode lacks it.
    /// </exception>
    public Task<TileMap> GetTileMapAsync(string background = "0", CancellationToken cancellationToken = default) => Transport.SendAsync(
        Call.Get($"{_path}/video/maps/{Uri.EscapeDataString(background)}"), Default.TileMap, cancellationToken);

    /// <summary>
    /// Returns the whole map of a background as a PNG, without other backgrounds and sprites. The parameters are those of
    /// <see cref="GetTileMapAsync"/>.
    /// </summary>
    public Task<byte[]> GetTileMapPictureAsync(string background = "0", CancellationToken cancellationToken = default) =>
        PngAsync($"maps/{Uri.EscapeDataString(background)}?format=png", cancellationToken);

    /// <summary>Returns all sprites: 128 of a GBA, 40 of a Game Boy.</summary>
    public async Task<IReadOnlyList<Sprite>> GetSpritesAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/video/sprites"), Default.SpritesJson, cancellationToken)
            .ConfigureAwait(false)).Sprites;

    /// <summary>Returns a sprite as a PNG, with its flips, without rotation and scaling.</summary>
    public Task<byte[]> GetSpritePictureAsync(int number, CancellationToken cancellationToken = default) =>
        PngAsync(string.Create(CultureInfo.InvariantCulture, $"sprites/{number}"), cancellationToken);

    /// <summary>Reads the text of a background by a table of characters.</summary>
    /// <param name="table">Up to 1,024 texts of 1 to 8 characters, by the number of the tile in the map.</param>
    /// <param name="background">0 to 3, or window.</param>
    /// <param name="otherwise">The text of other tiles, up to 8 characters.</param>
    /// <param name="visible">Whether to read the rows on the screen; otherwise the whole map.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<TileText> ReadTextAsync(IReadOnlyDictionary<int, string> table, string background = "0", string otherwise = " ",
        bool visible = true, CancellationToken cancellationToken = default)
    {
        var texts = table.ToDictionary(entry => entry.Key.ToString(CultureInfo.InvariantCulture), entry => entry.Value);
        var call = Call.Of(HttpMethod.Post, $"{_path}/video/text", new ReadTextJson(texts, background, otherwise, visible),
            Default.ReadTextJson, isRepeatable: true);
        return Transport.SendAsync(call, Default.TileText, cancellationToken);
    }

    private async Task<byte[]> PngAsync(string path, CancellationToken cancellationToken) =>
        (await Transport.FetchAsync(Call.Get($"{_path}/video/{path}"), PngType, cancellationToken).ConfigureAwait(false)).Body;
}
