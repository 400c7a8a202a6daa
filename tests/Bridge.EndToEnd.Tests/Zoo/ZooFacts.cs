using System.Globalization;
using System.Text.Json;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>The reported and the expected facts of a game, one per line, so that a failure shows all differences.</summary>
internal static class ZooFacts
{
    /// <summary>Checks <paramref name="told"/>, the member <c>game</c> of a response.</summary>
    /// <param name="mayBeUnknown">Whether mGBA doesn't tell scripts which file the game came from:
    /// model, file, save and patch may be null then.</param>
    /// <param name="isStock">Whether mGBA doesn't tell scripts where the save is: its path is null then.</param>
    public static void AreTrue(JsonElement told, ZooGame game, bool mayBeUnknown, bool isStock)
    {
        var expected = new Dictionary<string, string?>
        {
            ["title"] = game.Title,
            ["code"] = game.Code,
            ["platform"] = game.Platform,
            ["size"] = game.Size.ToString(CultureInfo.InvariantCulture),
            ["crc32"] = $"0x{game.PlayedRom.Crc32():X8}",
        };
        var origin = new Dictionary<string, string?>
        {
            ["model"] = game.Model,
            ["file"] = game.FileName,
            ["save"] = game.Save.Kind == ZooSaveKind.None ? null : $"{(isStock ? null : game.SaveFileName)}, writable True, problem False",
            ["patch"] = game.Patch is { } patch ? $"{patch.FileName}, applied {patch.IsApplied}, problem {!patch.IsApplied}" : null,
        };
        var actual = Described(told);
        foreach (var (name, value) in origin)
        {
            if (!mayBeUnknown || actual[name] is not null)
                expected[name] = value;
        }

        // What the bridge says of the save of a game without one is not checked.
        if (game.Save.Kind == ZooSaveKind.None)
            expected.Remove("save");
        Assert.Equal(Lines(expected, expected.Keys), Lines(actual, expected.Keys));
    }

    private static Dictionary<string, string?> Described(JsonElement told) => new()
    {
        ["title"] = Text(told, "title"),
        ["code"] = Text(told, "code"),
        ["platform"] = Text(told, "platform"),
        ["size"] = Text(told, "size"),
        ["crc32"] = Text(told, "crc32"),
        ["model"] = Text(told, "model"),
        ["file"] = Text(told, "file"),
        ["save"] = told.TryGetProperty("save", out var save) && save.ValueKind == JsonValueKind.Object
            ? $"{Path.GetFileName(Text(save, "path"))}, writable {Text(save, "writable")}, problem {Text(save, "problem") is not null}"
            : null,
        ["patch"] = told.TryGetProperty("patch", out var patch) && patch.ValueKind == JsonValueKind.Object
            ? $"{Text(patch, "file")}, applied {Text(patch, "applied")}, problem {Text(patch, "problem") is not null}"
            : null,
    };

    private static string? Text(JsonElement told, string name) =>
        told.TryGetProperty(name, out var value) && value.ValueKind != JsonValueKind.Null ? value.ToString() : null;

    private static string Lines(Dictionary<string, string?> facts, IEnumerable<string> names) =>
        string.Join('\n', names.Select(name => $"{name}: {facts[name] ?? "null"}"));
}
