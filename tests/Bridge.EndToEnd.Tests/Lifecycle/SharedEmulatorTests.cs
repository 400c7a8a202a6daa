namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Two bridges on one emulator, and two scripts loaded one after the other in it.</summary>
public sealed class SharedEmulatorTests : IAsyncDisposable
{
    private readonly RealEmulator _emulator = new();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    private async Task<BridgeHost> ConnectAsync()
    {
        var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"),
            ("Bridge:Emulators:default:PausedAfter", "00:00:10"));
        await bridge.ReachesAsync("running");
        return bridge;
    }

    private static async Task<int> CountAsync(HttpClient client, Button button) =>
        (await client.GetJsonAsync($"/emulators/default/memory/{0x02000020 + 2 * (int)button}?type=u16")).GetProperty("value").GetInt32();

    private static async Task PressAsync(HttpClient client, string button) =>
        await client.AskForJsonAsync("POST", "/emulators/default/buttons/press",
            $$"""{"buttons": ["{{button}}"], "hold": 1, "release": 1}""");

    private static async Task<List<string?>> DownAsync(HttpClient client) =>
        [.. (await client.GetJsonAsync("/emulators/default/buttons")).GetProperty("down").EnumerateArray()
            .Select(name => name.GetString())];

    private int Lines(string end) => _emulator.Output.Split('\n')
        .Count(line => line.Contains("bridge/default/", StringComparison.Ordinal) && line.Contains(end, StringComparison.Ordinal));

    [Fact]
    public async Task Two_bridges_serve_their_own_clients_and_one_that_ends_takes_nothing_from_the_other()
    {
        await _emulator.StartAsync();
        await using var first = await ConnectAsync();
        await using (var second = await ConnectAsync())
        {
            async Task AskAsync(HttpClient client, string name, string button)
            {
                for (var i = 0; i < 20; i++)
                {
                    Assert.Equal($"{name}{i}", await client.GetStringAsync($"/mgbaendpoint?message={name}{i}"));
                    await PressAsync(client, button);
                }
            }

            await Task.WhenAll(AskAsync(first.Client, "first", "A"), AskAsync(second.Client, "second", "B"));
            Assert.Equal((20, 20), (await CountAsync(second.Client, Button.A), await CountAsync(first.Client, Button.B)));
            await second.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["L"]}""");
            using (var queued = await first.Client.AskAsync("POST", "/emulators/default/buttons/press",
                """{"buttons": ["R"], "hold": 600, "wait": false}"""))
                Assert.Equal(202, (int)queued.StatusCode);
            await Eventually.HoldsAsync(async () => await DownAsync(first.Client) is var down && down.Contains("L") && down.Contains("R"),
                "both are down");
            Assert.Equal(2, Lines(" connected"));
        }

        await Eventually.HoldsAsync(() => Lines(" disconnected: closed by the other side") == 1, "the end is logged in one line");
        // The script releases the buttons of the bridge that has ended in the next frame.
        await Eventually.HoldsAsync(async () => !(await DownAsync(first.Client)).Contains("L"), "its held button is up");
        Assert.Contains("R", await DownAsync(first.Client));
    }

    [Fact]
    public async Task A_script_that_is_loaded_again_takes_over_and_runs_no_earlier_request()
    {
        _emulator.Scripts = [.. _emulator.Scripts,
            RepositoryRoot.Combine("tests", "Bridge.EndToEnd.Tests", "Lifecycle", "Scripts", "load_again.lua")];
        await _emulator.StartAsync();
        await using var bridge = await ConnectAsync();
        var presses = Enumerable.Range(0, 10).Select(_ =>
            bridge.Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 600}""")).ToArray();
        await Eventually.HoldsAsync(async () =>
            (await bridge.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("queued").GetInt32() == 10, "10 presses");
        await Eventually.HoldsAsync(async () => await CountAsync(bridge.Client, Button.A) == 1, "the game has seen the first");
        // 0xA6A1, at which load_again.lua loads the script again.
        await bridge.Client.AskForJsonAsync("PUT", "/emulators/default/memory/0x02000200", """{"value": 42657, "type": "u16"}""");
        foreach (var press in presses)
        {
            using var response = await press.WaitAsync(Eventually.Patience);
            Assert.Contains("#outcome-unknown", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }

        await bridge.ReachesAsync("running");
        Assert.Equal("hello", await bridge.Client.GetStringAsync("/mgbaendpoint?message=hello"));
        await PressAsync(bridge.Client, "B");
        Assert.Equal((1, 1), (await CountAsync(bridge.Client, Button.A), await CountAsync(bridge.Client, Button.B)));
    }

    [Fact]
    public async Task A_script_that_is_loaded_twice_listens_once()
    {
        _emulator.Scripts = [.. _emulator.Scripts, .. _emulator.Scripts];
        await _emulator.StartAsync();
        await using var bridge = await ConnectAsync();
        await PressAsync(bridge.Client, "A");
        Assert.Equal(1, await CountAsync(bridge.Client, Button.A));
    }
}
