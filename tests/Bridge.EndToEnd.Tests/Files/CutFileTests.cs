using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Files;

/// <summary>Files of a game that another program truncates while the game runs.</summary>
public sealed class CutFileTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncDisposable
{
    private const string Large = "large.gba";
    private const int MiB = 1 << 20;
    private const int LargeSize = 32 * MiB;

    public async ValueTask DisposeAsync() => await LoadAsync("buttontest.gba");

    [Fact]
    public async Task A_game_continues_after_its_ROM_file_was_truncated()
    {
        var path = Path.Combine(game.RomFolder, Large);
        try
        {
            File.Copy(Path.Combine(game.RomFolder, "buttontest.gba"), path);
            using (var file = File.OpenWrite(path))
                file.SetLength(LargeSize);
            await LoadAsync(Large);
            await game.PlaysAsync();
            using (var file = File.OpenWrite(path))
                file.SetLength(0);

            for (var at = 0; at < LargeSize; at += MiB)
                await game.ReadAsync($"0x{at:X}", "u32", "cart0");
            await game.PressAsync("A");
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task A_game_whose_save_file_was_truncated_saves_a_complete_one()
    {
        await LoadAsync("buttontest.gba");
        await game.PlaysAsync();
        var path = Path.Combine(game.Emulator.SaveFolder, "buttontest.sav");
        var length = new FileInfo(path).Length;
        using (var file = File.OpenWrite(path))
            file.SetLength(0);

        await game.WriteAsync("0x02000200", 0xC0DE);
        await Eventually.HoldsAsync(async () => (await File.ReadAllBytesAsync(path)).AsSpan().StartsWith((byte[])[0xDE, 0xC0, .. "BTST"u8]),
            "the game has saved");
        Assert.Equal(length, new FileInfo(path).Length);
        await game.PressAsync("A");
    }

    private Task<JsonElement> LoadAsync(string name) =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/rom", $$"""{"name": "{{name}}"}""");
}
