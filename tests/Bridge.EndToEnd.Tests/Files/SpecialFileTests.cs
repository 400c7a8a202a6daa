using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Files;

/// <summary>FIFOs and devices in place of a game's files: opening a FIFO for reading would block until a writer opens it.</summary>
public sealed class SpecialFileTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncDisposable
{
    public async ValueTask DisposeAsync() => await LoadAsync("buttontest.gba");

    [Theory]
    [InlineData("mkfifo strange.gba")]
    [InlineData("ln -s /dev/zero strange.gba")]
    public async Task A_special_file_is_not_a_ROM(string making)
    {
        using var strange = new SpecialFile(game.RomFolder, making, "strange.gba");
        using (var response = await game.Client.AskAsync("POST", "/emulators/default/rom", """{"name": "strange.gba"}"""))
            Assert.InRange((int)response.StatusCode, 400, 404);
        await game.PressAsync("A");
    }

    [Theory]
    [InlineData("mkfifo revision.ups", "revision.ups")]
    [InlineData("mkfifo revision.ips", "revision.ips")]
    [InlineData("mkfifo revision.bps", "revision.bps")]
    [InlineData("ln -s /dev/zero revision.ips", "revision.ips")]
    public async Task A_special_file_is_not_a_patch(string making, string name)
    {
        using var strange = new SpecialFile(game.RomFolder, making, name);
        var loaded = (await LoadAsync("revision.gba")).GetProperty("game");
        Assert.Equal("revision.gba", loaded.GetProperty("file").GetString());
        Assert.False(loaded.TryGetProperty("patch", out var patch) && patch.ValueKind != JsonValueKind.Null, $"{loaded}");
        await game.PressAsync("A");
    }

    [Theory]
    [InlineData("mkfifo 'Other Game (USA, Europe).sav'")]
    [InlineData("ln -s /dev/zero 'Other Game (USA, Europe).sav'")]
    public async Task A_special_file_is_not_a_save_and_the_facts_say_so(string making)
    {
        using var strange = new SpecialFile(game.Emulator.SaveFolder, making, "Other Game (USA, Europe).sav");
        var loaded = await LoadAsync("Other Game (USA, Europe).gba");
        // In the facts of the game, as the problem of its save file.
        Assert.Contains("it is not a regular file", $"{loaded}", StringComparison.Ordinal);
        await game.PressAsync("A");
        using var response = await game.Client.AskAsync("POST", "/core/autoloadsave");
        Assert.NotEqual("true", await response.Content.ReadAsStringAsync());
        await game.PressAsync("A");
    }

    private Task<JsonElement> LoadAsync(string name) =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/rom", $$"""{"name": "{{name}}"}""");
}
