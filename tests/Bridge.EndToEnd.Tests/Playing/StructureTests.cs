using System.Net;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The counters of the real game as a structure, and names of its places in responses and events.</summary>
[Trait("Needs", "host")]
public sealed class StructureTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Emulator = "/emulators/default";

    // The ROM's counters are from 0x02000000 on, and a pointer among them leads to the bytes 0, 1, 2 … (emulator/rom/README.md).
    private const string Symbols = "02000000 gCounters,60\n02000200 gSaved,2\n08000000 gCode,1000\n";

    private const string Types =
        """
        {"types": {
            "Counters": {"size": 64, "fields": {"frames": {"at": 0, "type": "u32"}, "numbers": {"at": 8, "type": "Numbers*"},
                "presses": {"at": 32, "type": "u16", "count": 10}}},
            "Numbers": {"size": 256, "fields": {
                "first": {"at": 0, "type": "u8", "count": 4}, "pairs": {"at": 16, "type": "Pair", "count": 2}}},
            "Pair": {"size": 2, "fields": {"low": {"at": 0, "type": "u8"}, "both": {"at": 0, "type": "i16"}}}},
         "symbols": {"gCounters": {"type": "Counters"}}}
        """;

    [Fact]
    public async Task A_structure_of_the_game_has_its_fields()
    {
        await StoreAsync();
        var presses = await game.PressesAsync(Button.A);
        var counters = await GetAsync("structures/gCounters");
        Assert.Equal("Counters", counters.GetProperty("type").GetString());
        var value = counters.GetProperty("value");
        Assert.Equal(["frames", "numbers", "presses"], value.EnumerateObject().Select(field => field.Name));
        Assert.Equal((presses, "0x02000100"), (value.GetProperty("presses")[0].GetInt64(), value.GetProperty("numbers").GetString()));
        Assert.Equal(
            """{"first":[0,1,2,3],"pairs":[{"low":16,"both":4368},{"low":18,"both":4882}]}""",
            (await GetAsync("structures/[gCounters.numbers]")).GetProperty("value").GetRawText());
        Assert.Equal(4882, (await GetAsync("memory/[gCounters.numbers].pairs[1].both")).GetProperty("value").GetInt64());
        Assert.Equal("0x02000140", Text(await GetAsync("structures/0x02000140?type=Pair"), "address"));
        var inDomain = await GetAsync("structures/0x140?type=Pair&domain=wram");
        Assert.Equal("""{"low":64,"both":16704}""", inDomain.GetProperty("value").GetRawText());
    }

    [Fact]
    public async Task Instructions_and_breakpoints_have_names()
    {
        await StoreAsync();
        // A Thumb branch to its own address.
        await game.WriteAsync("gSaved", 0xE7FE);
        var code = await GetAsync("disassembly?address=gSaved&lines=1&mode=thumb");
        var instruction = code.GetProperty("instructions")[0];
        Assert.Equal(("gSaved", "gSaved"), (Text(instruction, "symbol"), Text(instruction, "targetSymbol")));

        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=breakpoint");
        var set = await SetAsync("breakpoints", """{"address": "gCounters.frames", "on": "write"}""");
        Assert.Equal("gCounters", Text(set, "symbol"));
        var hit = (await events.ReadAsync())!.Json;
        Assert.Equal("gCounters", Text(hit, "symbol"));
        Assert.Equal($"gCode+0x{Convert.ToUInt32(Text(hit, "pc"), 16) - 0x08000000:X}", Text(hit, "pcSymbol"));
        var list = await GetAsync("breakpoints");
        Assert.Equal("gCounters", Text(list.GetProperty("breakpoints")[0], "symbol"));
        using var ended = await game.Client.DeleteAsync($"{Emulator}/breakpoints");
        using var forgotten = await game.Client.DeleteAsync($"{Emulator}/symbols");
        Assert.False((await GetAsync("disassembly")).GetProperty("instructions")[0].TryGetProperty("symbol", out _));
    }

    [Fact]
    public async Task Watches_and_their_events_have_names()
    {
        await StoreAsync();
        await game.WriteAsync("gSaved", 0);
        var watch = await SetAsync("watches", """{"address": "0x02000201"}""");
        Assert.Equal("gSaved+0x1", Text(watch, "symbol"));
        var chain = await SetAsync("watches", """{"address": "[gCounters+8]+0x100", "length": 2}""");
        Assert.Equal("gSaved", Text(chain, "symbol"));
        var ids = $"{watch.GetProperty("id")},{chain.GetProperty("id")}";
        using var events = await LiveEvents.OpenAsync(game.Client, $"?topics=watch&watches={ids}");
        await game.WriteAsync("gSaved", 0x0100);
        Assert.Equal(["gSaved", "gSaved+0x1"], (await events.ReadAsync(2)).Select(each => Text(each.Json, "symbol")).Order());
        using var deleted = await game.Client.DeleteAsync($"{Emulator}/watches");
    }

    private async Task StoreAsync()
    {
        await SymbolTests.StoreAsync(game.Client, Encoding.ASCII.GetBytes(Symbols));
        await game.Client.AskForJsonAsync("PUT", $"{Emulator}/symbols/types", Types);
    }

    // Sets a watch or a breakpoint, and returns it.
    private async Task<JsonElement> SetAsync(string things, string json)
    {
        using var set = await game.Client.AskAsync("POST", $"{Emulator}/{things}", json);
        Assert.Equal(HttpStatusCode.Created, set.StatusCode);
        return JsonDocument.Parse(await set.Content.ReadAsStringAsync()).RootElement;
    }

    private Task<JsonElement> GetAsync(string path) => game.Client.GetJsonAsync($"{Emulator}/{path}");

    private static string? Text(JsonElement owner, string name) => owner.GetProperty(name).GetString();
}
