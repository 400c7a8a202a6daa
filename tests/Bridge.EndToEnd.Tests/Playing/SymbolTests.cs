using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Symbols of the real game: those of its ELF file, and names for its counters (emulator/rom/README.md).</summary>
public sealed class SymbolTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Emulator = "/emulators/default";
    private const string Counters = "02000000 gFrames,4\n02000008 gPointer,4\n02000020 gPresses,20\n02000200 gFree,40\n";

    [Fact]
    public async Task The_ELF_file_of_the_game_names_its_code()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-elf-");
        try
        {
            // As emulator/rom/Makefile builds it.
            Shell.Run(RepositoryRoot.Combine("emulator", "rom"),
                $"""
                for part in buttontest save screen; do
                  arm-none-eabi-as -mcpu=arm7tdmi -o '{folder.FullName}'/$part.o $part.s
                done
                cd '{folder.FullName}'
                arm-none-eabi-ld -Ttext 0x08000000 -e _start -Map game.map -o game.elf buttontest.o save.o screen.o
                """);
            var stored = await StoreAsync(await File.ReadAllBytesAsync(Path.Combine(folder.FullName, "game.elf")));
            Assert.Equal("elf", stored.GetProperty("format").GetString());
            // The first instruction of the main loop: swi 0x050000.
            var read = await game.Client.GetJsonAsync($"{Emulator}/memory/main_loop?type=u32");
            Assert.Equal((0xEF050000, "main_loop"), (read.GetProperty("value").GetInt64(), read.GetProperty("symbol").GetString()));
            Assert.Equal("main_loop+0x4", Symbol(await game.Client.GetJsonAsync($"{Emulator}/memory/main_loop+4")));
            // A map has the global names.
            var mapped = await StoreAsync(await File.ReadAllBytesAsync(Path.Combine(folder.FullName, "game.map")));
            Assert.Equal("map", mapped.GetProperty("format").GetString());
            Assert.Equal("0x08000000", (await game.Client.GetJsonAsync($"{Emulator}/memory/_start")).GetProperty("address").GetString());
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Trait("Needs", "host")]
    [Fact]
    public async Task Every_request_with_an_address_takes_a_name()
    {
        await StoreAsync(Encoding.ASCII.GetBytes(Counters));
        var presses = await game.PressesAsync(Button.A);
        Assert.Equal(presses, await game.ReadAsync("gPresses"));
        Assert.Equal(await game.ReadAsync("[0x02000008]+0x10", "u8"), await game.ReadAsync("[gPointer]+0x10", "u8"));

        await game.WriteAsync("gFree+2", 0x1234);
        Assert.Equal(0x1234, await game.ReadAsync("0x02000202"));
        var places = await PostAsync("memory/read", """[{"address": "gFree", "length": 4}, {"address": "gPresses", "type": "u16"}]""");
        Assert.Equal(["gFree", "gPresses"], places.GetProperty("values").EnumerateArray().Select(value => Symbol(value)));
        var batch = await PostAsync("batch", """
            {"operations": [{"op": "guard", "address": "gFree+2", "type": "u16", "is": "eq", "value": 4660},
                            {"op": "write", "address": "gFree+2", "hex": "0700"}, {"op": "read", "address": "gFree+2", "type": "u16"}]}
            """);
        Assert.Equal(7, batch.GetProperty("results")[2].GetProperty("value").GetInt64());
        var found = await PostAsync("memory/search", """{"address": "gFree", "length": 64, "type": "u16", "is": "eq", "value": 7}""");
        Assert.Equal("gFree+0x2", Symbol(found.GetProperty("matches")[0]));
        var branches = await PostAsync("branches", """
            {"branches": [{"until": {"address": "gFrames", "type": "u32", "is": "increased"}, "read": [{"address": "gPresses+0"}]}]}
            """);
        Assert.True(branches.GetProperty("branches")[0].GetProperty("met").GetBoolean());
        var played = await PostAsync("buttons/sequence",
            """{"steps": [{"wait": 30}], "until": {"address": "gFrames", "type": "u32", "is": "increased"}}""");
        Assert.True(played.GetProperty("met").GetBoolean());
    }

    [Fact]
    public async Task Waits_turns_and_steps_take_names()
    {
        await StoreAsync(Encoding.ASCII.GetBytes(Counters));
        const string Until = """ "until": {"address": "gFrames", "type": "u32", "is": "changed"} """;
        var one = await PostAsync("frames/wait", $$"""{{{Until}}}""");
        Assert.Equal("0x02000000", one.GetProperty("address").GetString());
        var several = await PostAsync("frames/wait", """{"until": {"any": [{"address": "gFrames", "type": "u32", "is": "increased"}]}}""");
        Assert.True(several.GetProperty("met").GetBoolean());
        var turn = await PostAsync("act", $$"""{{{Until}}, "read": [{"address": "gPresses+2", "type": "u16"}]}""");
        Assert.Equal("gPresses+0x2", Symbol(turn.GetProperty("values")[0]));
        await PostAsync("frames/hold", "{}");
        var step = await PostAsync("frames/step", """{"read": [{"address": "gFrames", "type": "u32"}]}""");
        Assert.Equal("gFrames", Symbol(step.GetProperty("values")[0]));
        var all = await game.Client.AskForJsonAsync(
            "POST", "/emulators/step", """{"emulators": ["default"], "read": [{"address": "gPointer", "type": "u32"}]}""");
        Assert.Equal("gPointer", Symbol(all.GetProperty("results")[0].GetProperty("values")[0]));
        using var unknown = await game.Client.AskAsync("POST", $"{Emulator}/frames/step", """{"read": [{"address": "nothing"}]}""");
        Assert.Contains("unknown-symbol", await unknown.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        using var released = await game.Client.AskAsync("DELETE", $"{Emulator}/frames/hold");
    }

    [Fact]
    public async Task A_watch_of_a_name_sends_its_changes()
    {
        await StoreAsync(Encoding.ASCII.GetBytes(Counters));
        using var set = await game.Client.AskAsync("POST", $"{Emulator}/watches", """{"address": "gFree+8", "type": "u16"}""");
        var watch = JsonDocument.Parse(await set.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal("0x02000208", watch.GetProperty("address").GetString());
        using var events = await LiveEvents.OpenAsync(game.Client, $"?topics=watch&watches={watch.GetProperty("id")}");
        await game.WriteAsync("gFree+8", 99);
        Assert.Equal(99, (await events.ReadAsync())!.Json.GetProperty("value").GetInt64());
    }

    private Task<JsonElement> PostAsync(string path, string json) => game.Client.AskForJsonAsync("POST", $"{Emulator}/{path}", json);

    private Task<JsonElement> StoreAsync(byte[] file) => StoreAsync(game.Client, file);

    /// <summary>Stores a file of symbols for the game, and returns what the bridge says of it.</summary>
    internal static async Task<JsonElement> StoreAsync(HttpClient client, byte[] file)
    {
        using var content = new ByteArrayContent(file) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        using var response = await client.PutAsync(new Uri($"{Emulator}/symbols", UriKind.Relative), content);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, text);
        return JsonDocument.Parse(text).RootElement;
    }

    private static string? Symbol(JsonElement place) => place.GetProperty("symbol").GetString();
}
