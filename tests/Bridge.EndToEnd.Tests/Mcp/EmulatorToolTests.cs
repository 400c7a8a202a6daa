using System.Net.Http.Headers;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>The tools that create, list and delete emulators, and the argument that chooses one, where the settings allow it.</summary>
public sealed class EmulatorToolTests : IAsyncLifetime
{
    private const string All = "all-0123456789abcdef";
    private const string Guest = "guest-0123456789abcdef";
    private readonly GameFolders _games = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-emulators-");
    private BridgeHost? _bridge;

    private HttpClient Client => _bridge!.Client;

    public async ValueTask InitializeAsync()
    {
        await HostProgram.BuildAsync();
        _bridge = new BridgeHost(
            ("Bridge:Emulators:default:Port", "1"), ("Bridge:RomFolder", _games.Roms), ("Bridge:StateFolder", _games.States),
            ("Bridge:OnDemand:Program", HostProgram.Path), ("Bridge:OnDemand:Folder", _folder.FullName), ("Bridge:OnDemand:Max", "2"),
            ("Bridge:Mcp:Emulators", "true"), ("Bridge:Mcp:Debug", "true"), ("Bridge:Tokens:all:Value", All),
            ("Bridge:Tokens:guest:Value", Guest), ("Bridge:Tokens:guest:Emulators:0", "default"));
        Use(All);
    }

    public async ValueTask DisposeAsync()
    {
        await _bridge!.DisposeAsync();
        _games.Dispose();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task Two_emulators_are_created_played_listed_and_deleted()
    {
        var one = await CallAsync("emulator_create", """{"rom": "buttontest.gba", "name": "one"}""");
        Assert.Equal(("one", "/emulators/one/mcp", "BUTTONTEST"), (Text(one, "name"), Text(one, "mcp"), Text(one, "game")));
        var two = Text(await CallAsync("emulator_create", """{"rom": "loop"}"""), "name");
        await CallAsync("game_act", $$"""{"press": ["A", "A"], "emulator": "one", "screen": "none"}""");
        var turn = await CallAsync(
            "game_act", """{"press": ["A"], "emulator": "one", "screen": "none", "read": [{"address": "0x02000020", "type": "u16"}]}""");
        Assert.Equal(3, turn.GetProperty("values")[0][1].GetInt64());
        Assert.Equal("LOOP", Text(await CallAsync("game_look", $$"""{"screen": false, "emulator": "{{two}}"}"""), "game"));
        var own = await Client.CallToolAsync("game_look", """{"screen": false, "emulator": null}""", "/emulators/one/mcp");
        Assert.Equal("BUTTONTEST", Text(own.Json, "game"));

        var listed = (await CallAsync("emulator_list", "{}")).GetProperty("emulators").EnumerateArray().ToArray();
        Assert.Equal(["default", two, "one"], listed.Select(each => Text(each, "name")).OrderBy(name => name != "default")
            .ThenBy(name => name == "one"));
        Assert.Equal([false, true, true], listed.Select(each => each.GetProperty("created").GetBoolean()));
        Assert.True(listed[0].GetProperty("current").GetBoolean());
        Assert.StartsWith("too-many-emulators: ", await FailsAsync("emulator_create", """{"rom": "loop"}"""), StringComparison.Ordinal);

        foreach (var name in (string[])["one", two])
            Assert.Equal(name, Text(await CallAsync("emulator_delete", $$"""{"name": "{{name}}"}"""), "deleted"));
        Assert.StartsWith("unknown-emulator: Unknown emulator \"one\"; the emulators are default.",
            await FailsAsync("game_look", """{"emulator": "one"}"""), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("emulator_create", "{}", "missing-parameter: rom is required: the name of a game, or a part of it.")]
    [InlineData("emulator_create", """{"rom": "none at all"}""", "unknown-rom: rom must be a name or a part of one;")]
    [InlineData("emulator_create", """{"rom": "loop", "name": "A B"}""", "invalid-parameter: name must be 1 to 32 characters of a-z")]
    [InlineData("emulator_delete", "{}", "missing-parameter: name is required: an emulator that emulator_list lists.")]
    [InlineData("emulator_delete", """{"name": "default"}""", "conflict: The emulator default was not created by a client;")]
    [InlineData("emulator_delete", """{"name": "nobody"}""", "unknown-emulator: Unknown emulator \"nobody\";")]
    [InlineData("emulator_list", """{"emulator": "one"}""", "invalid-body: Unknown member \"emulator\";")]
    [InlineData("game_look", """{"emulator": 5}""", "invalid-body: emulator must be a string; got 5.")]
    [InlineData("game_look", """{"emulator": "nobody"}""", "unknown-emulator: Unknown emulator \"nobody\";")]
    public async Task What_does_not_fit_is_refused(string tool, string arguments, string sentence)
    {
        var text = await FailsAsync(tool, arguments);
        Assert.StartsWith(sentence, text, StringComparison.Ordinal);
        Assert.Contains("Nothing was done.", text, StringComparison.Ordinal);
        Assert.DoesNotMatch("(GET|POST|PUT|DELETE|PATCH) |…/", text);
    }

    [Fact]
    public async Task A_token_reaches_its_own_emulators_only()
    {
        await CallAsync("emulator_create", """{"rom": "loop", "name": "two"}""");
        Use(Guest);
        Assert.Equal(["default"], (await CallAsync("emulator_list", "{}")).GetProperty("emulators").EnumerateArray()
            .Select(each => Text(each, "name")));
        Assert.StartsWith(
            "no-emulator: ", await FailsAsync("game_look", """{"screen": false, "emulator": "default"}"""), StringComparison.Ordinal);
        foreach (var (tool, arguments) in ((string, string)[])[
            ("game_look", """{"emulator": "two"}"""), ("debug_run", """{"stop": true, "emulator": "two"}"""),
            ("emulator_delete", """{"name": "two"}"""), ("emulator_create", """{"rom": "loop", "name": "two"}""")])
        {
            var refused = await FailsAsync(tool, arguments);
            Assert.StartsWith("narrow-token: ", refused, StringComparison.Ordinal);
            Assert.Contains("not allow the emulator two.", refused, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task All_tools_of_a_game_take_an_emulator()
    {
        var tools = (await Client.AskMcpAsync("tools/list")).GetProperty("tools").EnumerateArray().ToArray();
        Assert.Equal(["emulator_list", "emulator_create", "emulator_delete"], tools.TakeLast(3).Select(tool => Text(tool, "name")));
        Assert.All(tools.SkipLast(3), tool => Assert.Equal("string",
            tool.GetProperty("inputSchema").GetProperty("properties").GetProperty("emulator").GetProperty("type").GetString()));
    }

    private void Use(string token) => Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);

    private async Task<JsonElement> CallAsync(string tool, string arguments)
    {
        var answer = await Client.CallToolAsync(tool, arguments);
        Assert.False(answer.IsError, answer.Texts[0]);
        return answer.Json;
    }

    private async Task<string> FailsAsync(string tool, string arguments)
    {
        var answer = await Client.CallToolAsync(tool, arguments);
        Assert.True(answer.IsError, answer.Texts[0]);
        return answer.Texts[0];
    }

    private static string Text(JsonElement owner, string member) => owner.GetProperty(member).GetString()!;
}
