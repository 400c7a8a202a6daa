using System.Text;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class SymbolFolderTests : SymbolTest
{
    [Theory]
    [InlineData("1a2b3c4d.sym")]
    [InlineData("1A2B3C4D.map")]
    [InlineData("game.elf")]
    [InlineData("Game.SYM")]
    public async Task A_game_has_the_file_that_is_called_like_its_checksum_or_its_ROM(string name)
    {
        await WriteAsync("other.sym", "02000000 gOther");
        await WriteAsync(name, "02000010 gPlayer");
        await PlayFileAsync("game.gba");
        Assert.Contains("\"symbol\":\"gPlayer\"", await ReadAsync("gPlayer"), StringComparison.Ordinal);
        Assert.Equal((1, name), ((await ListAsync()).GetProperty("count").GetInt32(), (await ListAsync()).GetProperty("file").GetString()));
    }

    [Fact]
    public async Task The_checksum_comes_first_and_stored_symbols_before_files()
    {
        await WriteAsync("1a2b3c4d.map", " 0x02000000  byChecksum");
        await WriteAsync("game.sym", "02000000 byName");
        await PlayFileAsync("game.gba");
        Assert.Equal("byChecksum", await FirstNameAsync());
        await StoreAsync("02000000 stored");
        Assert.Equal("stored", await FirstNameAsync());
        await WriteAsync("1a2b3c4d.map", " 0x02000000  changed");
        using var deleted = await Client.AskAsync("DELETE", Symbols);
        Assert.Equal("changed", await FirstNameAsync());
        Play("crc32=00000001");
        Assert.Equal("byName", await FirstNameAsync());
    }

    [Fact]
    public async Task A_file_that_cannot_be_used_is_a_problem_of_the_list()
    {
        await WriteAsync("1a2b3c4d.sym", "no symbols");
        var problem = (await ListAsync()).GetProperty("problem").GetString();
        Assert.StartsWith("The file of the game's symbols can't be used: ", problem, StringComparison.Ordinal);
        (await RefusedReadAsync("gPlayer")).Is(400, "unknown-symbol", "address");
        Assert.Contains("\"value\":7", await ReadAsync("0x02000000"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_too_large_is_a_problem_of_the_list()
    {
        await using (var file = File.Create(Path.Combine(Folder.FullName, "1a2b3c4d.sym")))
            file.SetLength((16 * 1024 * 1024) + 1);
        var problem = (await ListAsync()).GetProperty("problem").GetString();
        Assert.Equal("The file of the game's symbols can't be used: it may have at most 16,777,216 bytes.", problem);
    }

    [Fact]
    public async Task A_folder_that_could_not_be_read_is_read_again()
    {
        var away = $"{Folder.FullName}-away";
        Directory.Move(Folder.FullName, away);
        (await RefusedReadAsync("gPlayer")).Is(400, "unknown-symbol", "address", "The bridge can't read the folder of symbols");
        Assert.StartsWith("The bridge can't read", (await ListAsync()).GetProperty("problem").GetString(), StringComparison.Ordinal);
        Assert.Contains("\"value\":7", await ReadAsync("0x02000000"), StringComparison.Ordinal);
        Directory.Move(away, Folder.FullName);
        await WriteAsync("1a2b3c4d.sym", "02000010 gPlayer");
        await BecomesKnownAsync("gPlayer");
    }

    [Fact]
    public async Task A_file_that_comes_later_is_found()
    {
        (await RefusedReadAsync("gPlayer")).Is(400, "unknown-symbol", "address", "the game has no symbols: PUT");
        await WriteAsync("1a2b3c4d.sym", "half of a f");
        await Eventually.HoldsAsync(
            async () => (await RefusedReadAsync("gPlayer")).Detail.Contains("can't be used", StringComparison.Ordinal), "the file is read");
        await WriteAsync("1a2b3c4d.sym", "02000010 gPlayer");
        await BecomesKnownAsync("gPlayer");
    }

    [Fact]
    public async Task Symbols_stay_known_after_their_file_is_deleted()
    {
        await WriteAsync("1a2b3c4d.sym", "02000010 gPlayer");
        Assert.Equal("gPlayer", await FirstNameAsync());
        File.Delete(Path.Combine(Folder.FullName, "1a2b3c4d.sym"));
        Assert.Equal("gPlayer", await FirstNameAsync());
    }

    private Task BecomesKnownAsync(string name) => Eventually.HoldsAsync(
        async () =>
        {
            using var read = await Client.AskAsync("GET", $"{Emulator}/memory/{name}");
            return read.IsSuccessStatusCode;
        }, $"{name} is known");

    private async Task PlayFileAsync(string name)
    {
        Fake.FactLines = Encoding.UTF8.GetBytes($"file={name}\n");
        await ListAsync();
        using var forgotten = await Client.AskAsync("DELETE", Symbols);
    }

    private async Task<string?> FirstNameAsync() => (await ListAsync()).GetProperty("symbols")[0].GetProperty("name").GetString();
}
