using System.Text.Json;
using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Games;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>The folder of ROMs with the whole zoo, and the files in it that are refused.</summary>
public sealed class FolderTests(RunningZooHost run) : IClassFixture<RunningZooHost>
{
    private static readonly ZooGame Plain = ZooGames.All["plain"];

    [Fact]
    public async Task All_games_and_archives_are_listed_and_patches_are_not()
    {
        var listed = (await run.Client.GetJsonAsync("/emulators/default/roms")).GetProperty("roms").EnumerateArray()
            .ToDictionary(rom => rom.GetProperty("name").GetString()!, rom => rom.GetProperty("size").GetInt64());
        var expected = ZooGames.All.Values.Select(game => game.Files[0]).Append(ArchiveGames.WithoutGame)
            .ToDictionary(file => file.Name, file => file.Length);
        Assert.Equal(expected.OrderBy(rom => rom.Key, StringComparer.Ordinal), listed.OrderBy(rom => rom.Key, StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_file_whose_name_is_no_UTF_8_is_left_out()
    {
        var names = await NamesAsync();
        using (var file = new UnreadableName(run.Folder.Path, Plain.FileName))
        {
            Assert.Equal(names, await NamesAsync());
            using var response = await run.AskForAsync(file.Decoded);
            var (status, anchor, _) = await RunningGame.RefusalAsync(response);
            Assert.Equal((404, "unknown-rom"), (status, anchor));
        }

        await run.LoadAsync(Plain);
    }

    [Fact]
    public async Task A_name_in_NFC_finds_the_file_in_NFD()
    {
        var game = ZooGames.All.Values.Single(game => game.FileName == FileNameGames.DecomposedName);
        using var response = await run.AskForAsync(FileNameGames.DecomposedNameComposed);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, text);
        ZooFacts.AreTrue(JsonDocument.Parse(text).RootElement.GetProperty("game"), game, mayBeUnknown: false, isStock: false);
    }

    [Fact]
    public async Task An_archive_without_a_game_is_refused_and_the_game_continues() => await IsRefusedAsync(ArchiveGames.WithoutGame.Name);

    [Fact]
    public async Task A_ROM_of_more_than_64_MiB_is_refused_and_the_game_continues()
    {
        var file = new ZooFile("more than 64 MiB.gba", ButtonTest.Gba, (64 * PlainGames.MiB) + 1);
        file.WriteTo(run.Folder.Path);
        try
        {
            await IsRefusedAsync(file.Name);
        }
        finally
        {
            File.Delete(run.Folder.PathOf(file.Name));
        }
    }

    private async Task IsRefusedAsync(string name)
    {
        await run.LoadAsync(Plain);
        var counted = await run.Client.ReadAsync(Plain.CountersAddress, "u32");
        using (var response = await run.AskForAsync(name))
        {
            var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
            Assert.Equal((400, "bad-request"), (status, anchor));
            Assert.DoesNotContain(run.Folder.Path, detail, StringComparison.Ordinal);
        }

        await Eventually.HoldsAsync(async () => await run.Client.ReadAsync(Plain.CountersAddress, "u32") > counted, "the game continues");
        ZooFacts.AreTrue((await run.Client.GetJsonAsync("/emulators/default")).GetProperty("game"), Plain,
            mayBeUnknown: false, isStock: false);
    }

    private async Task<string[]> NamesAsync() =>
        [.. (await run.Client.GetJsonAsync("/emulators/default/roms")).GetProperty("roms").EnumerateArray()
            .Select(rom => rom.GetProperty("name").GetString()!)];
}
