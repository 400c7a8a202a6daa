namespace Bridge.EndToEnd.Tests.Files;

/// <summary>A save file that the mGBA-http route loads as a temporary one is never written.</summary>
public sealed class TemporarySaveTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public Task A_temporary_save_file_is_unchanged() => StaysAsync(game, "0x02000200", "0x0E000000");

    // savedValue is where the ROM has the value that it saves, saveMemory where the saved value begins (emulator/rom/README.md).
    internal static async Task StaysAsync(RunningGame game, string savedValue, string saveMemory, string? domain = null)
    {
        var value = 0xB000;
        // Shorter and longer than what mGBA expects, and with clock data after the save.
        foreach (var length in (int[])[1, 8191, 8192, 32768, 40000, 131088])
        {
            var path = Path.Combine(game.FileFolder, $"{length}.sav");
            byte[] bytes = [.. Enumerable.Repeat((byte)0x55, length)];
            await File.WriteAllBytesAsync(path, bytes);
            await AnswersTrueAsync(game.Client, $"/core/loadsavefile?path={length}.sav&temporary=true");
            Assert.Equal(0x55, await game.ReadAsync(saveMemory, "u8", domain));
            await game.WriteAsync(savedValue, ++value);
            await Eventually.HoldsAsync(async () => await game.ReadAsync(saveMemory, "u8", domain) == (byte)value, "the game has saved");
            // mGBA writes a save to the file 15 frames later.
            await game.PlayOnAsync(40);
            Assert.Equal(bytes, await File.ReadAllBytesAsync(path));
        }

        await AnswersTrueAsync(game.Client, "/core/autoloadsave");
        // Each file still has the length that is its name.
        Assert.All(Directory.GetFiles(game.FileFolder, "*.sav"),
            file => Assert.Equal(Path.GetFileNameWithoutExtension(file), $"{new FileInfo(file).Length}"));
    }

    private static async Task AnswersTrueAsync(HttpClient client, string path)
    {
        using var response = await client.AskAsync("POST", path);
        Assert.Equal("true", await response.Content.ReadAsStringAsync());
    }
}

public sealed class GameBoyTemporarySaveTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public Task A_temporary_save_file_is_unchanged() => TemporarySaveTests.StaysAsync(game, "0xC200", "0", "sram");
}

public sealed class StockGameBoyTemporarySaveTests(StockGameBoy game) : IClassFixture<StockGameBoy>
{
    [Fact]
    public Task A_temporary_save_file_is_unchanged() => TemporarySaveTests.StaysAsync(game, "0xC200", "0", "sram");
}
