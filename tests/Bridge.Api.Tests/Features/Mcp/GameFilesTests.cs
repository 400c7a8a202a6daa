using System.Text.Json;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Finds one of many games: by pages, by a part of the name, and by names that are near.</summary>
public sealed class GameFilesTests : FakedBridge
{
    private const int Games = 289;

    private readonly DirectoryInfo _roms;

    public GameFilesTests() : this(Directory.CreateTempSubdirectory("bridge-roms-"))
    {
        for (var i = 0; i < Games - 4; i++)
            Add($"Homebrew number {i:000} (World).gba");
        foreach (var name in (string[])["Anguna.gba", "Anguna 2 (Beta).gba", "Minish Maze (USA).gbc", "pokete.gb"])
            Add(name);
    }

    private GameFilesTests(DirectoryInfo roms) : base(("Bridge:RomFolder", roms.FullName)) => _roms = roms;

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _roms.Delete(recursive: true);
    }

    [Fact]
    public async Task All_games_are_seen_page_by_page()
    {
        var (first, seen) = (await ListAsync("{}"), new List<string?>());
        Assert.Equal(Games, first.GetProperty("count").GetInt32());
        var pages = first.GetProperty("pages").GetInt32();
        Assert.InRange(pages, 2, 10);
        for (var page = 1; page <= pages; page++)
        {
            var list = await ListAsync($$"""{"page": {{page}}}""");
            seen.AddRange(list.GetProperty("names").EnumerateArray().Select(name => name.GetString()));
            Assert.Equal(Games - seen.Count, list.GetProperty("more").GetInt32());
        }

        Assert.Equal(Games, seen.Distinct().Count());
        var answer = await CallAsync("game_files", $$"""{"what": "roms", "page": {{pages + 1}}}""");
        Assert.Equal($"invalid-parameter: page must be 1 to {pages}; got \"{pages + 1}\". Nothing was done.", answer);
    }

    [Theory]
    [InlineData("ANGUNA", 2)]
    [InlineData("number 28", 5)]
    [InlineData("nothing like it", 0)]
    public async Task A_part_of_a_name_filters(string part, int count)
    {
        var list = await ListAsync($$"""{"filter": "{{part}}"}""");
        Assert.Equal((count, count, 0), (list.GetProperty("count").GetInt32(), list.GetProperty("names").GetArrayLength(),
            list.GetProperty("more").GetInt32()));
    }

    [Theory]
    [InlineData("pokete", "pokete.gb")]
    [InlineData("MINISH", "Minish Maze (USA).gbc")]
    [InlineData("anguna.GBA", "Anguna.gba")]
    [InlineData("Anguna.gba", "Anguna.gba")]
    [InlineData("anguna 2", "Anguna 2 (Beta).gba")]
    public async Task A_game_is_loaded_by_a_part_of_its_name(string part, string name)
    {
        var calling = CallAsync("game_load", $$"""{"rom": "{{part}}", "look": false}""");
        var load = await Fake.NextRequestAsync("rom.load");
        Assert.Equal(Path.Combine(_roms.FullName, name), load.Arguments[0]);
        Fake.Stop();
        await calling;
    }

    [Theory]
    [InlineData("anguna", "invalid-parameter: rom must be a part of one name; 2 names have \"anguna\": \"Anguna 2 (Beta).gba\", "
        + "\"Anguna.gba\". Nothing was done.")]
    [InlineData("number 27", "invalid-parameter: rom must be a part of one name; 10 names have \"number 27\": "
        + "\"Homebrew number 270 (World).gba\", \"Homebrew number 271 (World).gba\", \"Homebrew number 272 (World).gba\", "
        + "\"Homebrew number 273 (World).gba\", \"Homebrew number 274 (World).gba\", …. Nothing was done.")]
    [InlineData("Pokette", "unknown-rom: rom must be a name or a part of one; no name has \"Pokette\". Nothing was done. "
        + "game_files lists the ROMs. Near it: \"pokete.gb\".")]
    [InlineData("zzz", "unknown-rom: rom must be a name or a part of one; no name has \"zzz\". Nothing was done. "
        + "game_files lists the ROMs.")]
    public async Task An_ambiguous_or_unknown_name_is_refused_with_others(string part, string sentence)
    {
        Assert.Equal(sentence, await CallAsync("game_load", $$"""{"rom": "{{part}}"}"""));
        Assert.Empty(Fake.Commands);
    }

    private void Add(string name) => File.WriteAllText(Path.Combine(_roms.FullName, name), "a game");

    private async Task<JsonElement> ListAsync(string more)
    {
        var text = await CallAsync("game_files", $$"""{"what": ["roms"]{{(more == "{}" ? "}" : $", {more[1..]}")}}""");
        Assert.True(text.Length <= 2048, text);
        return JsonDocument.Parse(text).RootElement.GetProperty("roms");
    }

    private async Task<string> CallAsync(string tool, string arguments) => (await Client.CallToolAsync(tool, arguments)).Texts[0];
}
