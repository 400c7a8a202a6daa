using System.IO.Compression;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Archives from the internet: each is loaded as a game, or refused with the reason.</summary>
[Trait("Needs", "host")]
public sealed class ArchiveTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Name = "archive.zip";

    [Fact]
    public async Task A_game_in_an_archive_is_loaded()
    {
        using var response = await LoadAsync(archive =>
        {
            archive.CreateEntry("readme.txt");
            archive.CreateEntryFromFile(Path.Combine(game.RomFolder, "revision.gba"), "games/revision.gba");
        });

        Assert.Equal(200, (int)response.StatusCode);
        Assert.Equal(Name, (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("file").GetString());
    }

    [Fact]
    public Task A_file_larger_than_any_cartridge_is_not_unpacked() => IsRefusedAsync("a file in it has more than 67108864 bytes", archive =>
    {
        using var entry = archive.CreateEntry("large.gba").Open();
        for (var mebibytes = 0; mebibytes <= 64; mebibytes++)
            entry.Write(new byte[1 << 20]);
    });

    [Fact]
    public Task Only_the_first_files_are_looked_at() => IsRefusedAsync("its first 1000 files are no games", archive =>
    {
        for (var count = 0; count <= 1000; count++)
            archive.CreateEntry($"{count}.txt");
    });

    [Fact]
    public Task An_archive_without_a_game_is_refused() =>
        IsRefusedAsync("it has no game that mGBA can unpack", archive => archive.CreateEntry("readme.txt"));

    [Fact]
    public async Task A_damaged_archive_is_refused()
    {
        var path = Path.Combine(game.RomFolder, Name);
        await File.WriteAllBytesAsync(path, "PK\u0003\u0004 and no archive"u8.ToArray());
        using var response = await LoadAsync();
        await IsRefusalAsync(response, "it is damaged");
    }

    private async Task IsRefusedAsync(string reason, Action<ZipArchive> write)
    {
        using var response = await LoadAsync(write);
        await IsRefusalAsync(response, reason);
    }

    private async Task IsRefusalAsync(HttpResponseMessage response, string reason)
    {
        Assert.Equal((400, "bad-request", $"The archive {Name} can't be unpacked: {reason}."), await RunningGame.RefusalAsync(response));
        await game.PlaysAsync();
    }

    private Task<HttpResponseMessage> LoadAsync(Action<ZipArchive> write)
    {
        using (var file = File.Create(Path.Combine(game.RomFolder, Name)))
        using (var archive = new ZipArchive(file, ZipArchiveMode.Create))
            write(archive);
        return LoadAsync();
    }

    private async Task<HttpResponseMessage> LoadAsync()
    {
        try
        {
            return await game.Client.AskAsync("POST", "/emulators/default/rom", $$"""{"name": "{{Name}}"}""");
        }
        finally
        {
            File.Delete(Path.Combine(game.RomFolder, Name));
        }
    }
}
