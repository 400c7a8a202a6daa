using System.Text.Json;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>The header of a .bk2: lines with a key, a space and a value.</summary>
internal sealed class Bk2Header
{
    public const string File = "Header.txt";
    public const string Settings = "SyncSettings.json";

    public const string MovieVersion = "MovieVersion", EmulatorVersion = "emuVersion", Platform = "Platform", GameName = "GameName",
        Crc32 = "CRC32", Bios = "FirmwareSHA1", Core = "Core", FromState = "StartsFromSavestate", FromSave = "StartsFromSaveRam";

    private readonly Dictionary<string, string> _values = new(StringComparer.OrdinalIgnoreCase);

    public Bk2Header(string text)
    {
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Split(' ', 2) is [var key, var value])
                _values[key] = value.Trim();
        }
    }

    /// <summary>Returns the value of a key; null if it is missing or empty.</summary>
    public string? Find(string key) => _values.GetValueOrDefault(key) is { Length: > 0 } value ? value : null;

    /// <summary>Returns whether a key has the value true or 1.</summary>
    public bool IsSet(string key) => Find(key) is { } value && (value == "1" || value.Equals("true", StringComparison.OrdinalIgnoreCase));

    /// <summary>Checks that the movie is for a game, as far as its header says.</summary>
    /// <exception cref="MovieFormatException">It is for another console or ROM.</exception>
    public void CheckGame(MovieGame game)
    {
        var platform = Find(Platform);
        string[] fitting = game.Platform == "GBA" ? ["GBA"] : ["GB", "GBC", "SGB"];
        if (platform is not null && !fitting.Contains(platform))
            throw new MovieFormatException($"The movie is for the {Parameters.Shorten(platform)}; this game is for the {game.Platform}.");
        if (Find(Crc32) is { } crc32 && !crc32.Equals(game.Crc32, StringComparison.OrdinalIgnoreCase))
        {
            throw new MovieFormatException(
                $"The movie is of a ROM with the CRC-32 {Parameters.Shorten(crc32)}; this game's is {game.Crc32}.");
        }
    }

    /// <summary>Returns what differs from our host, in sentences.</summary>
    /// <param name="settings">The file with the core's settings; null: there is none.</param>
    public IEnumerable<string> FindDifferences(byte[]? settings)
    {
        yield return $"The movie was made with {Find(EmulatorVersion) ?? "an unknown version"} of BizHawk and its core "
            + $"{Find(Core) ?? "(unknown)"}, another emulator than this mGBA: only inputs are the same.";
        if (Find(Bios) is not null || SettingOf(settings, "SkipBios") is false)
            yield return "The movie was made with a BIOS, whose boot takes frames; the bridge has none.";
        if (SettingOf(settings, "RTCUseRealTime") is true)
            yield return "The movie was made with the real time in the cartridge's clock.";
        yield return "BizHawk's cartridge clock starts in 2010, and its idle loops are not optimized as here.";
    }

    private static bool? SettingOf(byte[]? settings, string name)
    {
        if (settings is null)
            return null;
        try
        {
            using var document = JsonDocument.Parse(settings);
            // BizHawk puts the settings into a member o of the file's object.
            var root = document.RootElement;
            if (root.ValueKind == JsonValueKind.Object && root.TryGetProperty("o", out var inner))
                root = inner;
            return root.ValueKind == JsonValueKind.Object && root.TryGetProperty(name, out var value)
                ? value.ValueKind switch { JsonValueKind.True => true, JsonValueKind.False => false, _ => null }
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
