using System.Globalization;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Every kind of request to an emulator of another host, through a bridge that doesn't have it.</summary>
[Trait("Needs", "picture")]
public sealed class HopTests(FleetPair fleet) : IClassFixture<FleetPair>, IAsyncLifetime
{
    private string _name = "";

    private string Path => $"/emulators/{_name}";

    public async ValueTask InitializeAsync()
    {
        fleet.Tell();
        _name = await fleet.CreateAsync();
    }

    public async ValueTask DisposeAsync()
    {
        using var ended = await fleet.Entry.AskAsync("DELETE", Path);
        Assert.Equal(204, (int)ended.StatusCode);
    }

    [Fact]
    public async Task Memory_is_read_with_the_headers_of_the_owner()
    {
        // The names of the owner's emulators begin with its id.
        Assert.StartsWith("h02-", _name, StringComparison.Ordinal);
        var path = $"{Path}/memory/0x02000048?type=u16";
        using var direct = await fleet.Direct.AskAsync("GET", path);
        using var through = await fleet.Entry.AskAsync("GET", path);

        Assert.Equal(200, (int)through.StatusCode);
        Assert.Contains("\"address\":\"0x02000048\"", await through.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal("no-store", Assert.Single(through.Headers.GetValues("Cache-Control")));
        Assert.Equal(direct.Content.Headers.ContentType, through.Content.Headers.ContentType);
        Assert.Equal((await through.Content.ReadAsByteArrayAsync()).Length, through.Content.Headers.ContentLength);
    }

    [Theory]
    [InlineData("events", "text/event-stream")]
    [InlineData("memory/0x02000048?type=u16", "application/json")]
    public async Task A_HEAD_is_answered_at_once(string path, string type)
    {
        using var head = await fleet.Entry.SendAsync(new HttpRequestMessage(HttpMethod.Head, $"{Path}/{path}"));
        Assert.Equal((200, type), ((int)head.StatusCode, head.Content.Headers.ContentType?.MediaType));
        Assert.Empty(await head.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_press_is_counted_once()
    {
        await fleet.Entry.AskForJsonAsync("POST", $"{Path}/buttons/press", """{"buttons": ["A"]}""");

        Assert.Equal(1, await OnDemandBridge.PressesAsync(fleet.Entry, _name));
        Assert.Equal(1, await OnDemandBridge.PressesAsync(fleet.Direct, _name));
    }

    [Fact]
    public async Task A_state_is_saved_and_loaded()
    {
        await fleet.Entry.AskForJsonAsync("POST", $"{Path}/buttons/press", """{"buttons": ["B"]}""");
        using var saved = await fleet.Entry.AskAsync("GET", $"{Path}/state");
        var state = await saved.Content.ReadAsByteArrayAsync();
        await fleet.Entry.AskForJsonAsync("POST", $"{Path}/buttons/press", """{"buttons": ["B"]}""");
        Assert.Equal(2, await PressesOfBAsync());

        using var loaded = await fleet.Entry.PutAsync(new Uri($"{Path}/state", UriKind.Relative), new ByteArrayContent(state)
        {
            Headers = { ContentType = saved.Content.Headers.ContentType },
        });

        Assert.True(loaded.IsSuccessStatusCode, await loaded.Content.ReadAsStringAsync());
        Assert.Equal(1, await PressesOfBAsync());
    }

    [Fact]
    public async Task A_body_beyond_the_limit_is_refused_as_everywhere()
    {
        using var body = new ByteArrayContent(new byte[3 * 1024 * 1024]);
        body.Headers.ContentType = new("application/octet-stream");
        using var refused = await fleet.Entry.PutAsync(new Uri($"{Path}/state", UriKind.Relative), body);

        Assert.Equal((413, "too-large"), await StatusAsync(refused));
    }

    [Fact]
    public async Task The_screen_is_a_picture()
    {
        using var screen = await fleet.Entry.AskAsync("GET", $"{Path}/screen");

        var png = new PngPicture(await screen.Content.ReadAsByteArrayAsync());
        Assert.Equal((240, 160), (png.Width, png.Height));
        Assert.True(screen.Headers.Contains("Emulator-Frame"));
    }

    [Fact]
    public async Task Events_arrive_while_the_stream_is_open()
    {
        using var events = await LiveEvents.OpenAsync(fleet.Entry, "?topics=buttons", emulator: _name);
        await fleet.Entry.AskForJsonAsync("POST", $"{Path}/buttons/press", """{"buttons": ["Start"]}""");

        var pressed = await events.UntilAsync("buttons");

        Assert.Contains("Start", pressed.Data, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Language_models_use_their_tools()
    {
        var seen = await fleet.Entry.CallToolAsync("game_look", path: $"{Path}/mcp");

        Assert.False(seen.IsError);
        Assert.Single(seen.Pictures);
    }

    [Fact]
    public async Task A_client_that_hangs_up_cancels_in_the_owner()
    {
        // The second one waits in the game's queue behind the first, which lasts ten seconds: a button is pressed once at a time.
        var first = fleet.Entry.AskAsync("POST", $"{Path}/buttons/press", """{"buttons": ["A"], "hold": 600}""");
        await Eventually.HoldsAsync(async () => await QueuedAsync() == 1, "one is queued");
        using var patience = new CancellationTokenSource();
        var second = fleet.Entry.PostAsync(new Uri($"{Path}/buttons/press", UriKind.Relative),
            new StringContent("""{"buttons": ["A"], "hold": 600}""", Encoding.UTF8, "application/json"), patience.Token);
        await Eventually.HoldsAsync(async () => await QueuedAsync() == 2, "two are queued");

        await patience.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);
        await Eventually.HoldsAsync(async () => await QueuedAsync() == 1, "the owner has cancelled the second");
        await fleet.Entry.AskForJsonAsync("DELETE", $"{Path}/buttons");
        Assert.Equal(409, (int)(await first).StatusCode);
        Assert.Equal(1, await OnDemandBridge.PressesAsync(fleet.Direct, _name));
    }

    [Fact]
    public async Task Problems_are_those_of_the_owner()
    {
        using var refused = await fleet.Entry.AskAsync("POST", $"{Path}/buttons/press", """{"buttons": ["Q"]}""");

        Assert.Equal((400, "unknown-button"), await StatusAsync(refused));
    }

    [Fact]
    public async Task An_emulator_that_its_host_does_not_have_is_unknown()
    {
        using var refused = await fleet.Entry.AskAsync("GET", "/emulators/h02-nobody");

        Assert.Equal((404, "unknown-emulator"), await StatusAsync(refused));
    }

    [Fact]
    public async Task It_is_described_with_its_host_and_listed_with_the_others()
    {
        var described = await fleet.Entry.GetJsonAsync(Path);
        Assert.Equal("h02", described.GetProperty("host").GetString());
        Assert.Equal("http://h02.test:7185", described.GetProperty("direct").GetString());
        fleet.Tell([], isOwnerLost: false, ("h03", string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{FreePort.Take()}")));

        JsonElement all = default;
        // A host has half a second, which a busy machine may need.
        await Eventually.HoldsAsync(async () => (all = await fleet.Entry.GetJsonAsync("/emulators"))
            .GetProperty("unreachable").GetArrayLength() == 1, "the owner responds in time");
        Assert.Equal("h02", Assert.Single(all.GetProperty("emulators").EnumerateArray(),
            one => OnDemandBridge.NameOf(one) == _name).GetProperty("host").GetString());
        Assert.Equal(["h03"], all.GetProperty("unreachable").EnumerateArray().Select(id => id.GetString()));
        await Eventually.HoldsAsync(async () => (all = await fleet.Entry.GetJsonAsync("/emulators?host=h02"))
            .GetProperty("unreachable").GetArrayLength() == 0, "the owner responds in time");
        Assert.Equal(_name, OnDemandBridge.NameOf(Assert.Single(all.GetProperty("emulators").EnumerateArray())));
        using var unknown = await fleet.Entry.AskAsync("GET", "/emulators?host=h09");
        Assert.Equal((400, "invalid-parameter"), await StatusAsync(unknown));
    }

    private async Task<long> PressesOfBAsync() =>
        (await fleet.Direct.GetJsonAsync($"{Path}/memory/0x02000022?type=u16")).GetProperty("value").GetInt64();

    private async Task<int> QueuedAsync() => (await fleet.Direct.GetJsonAsync($"{Path}/buttons")).GetProperty("queued").GetInt32();

    internal static async Task<(int Status, string Type)> StatusAsync(HttpResponseMessage response)
    {
        var (status, type, _) = await RunningGame.RefusalAsync(response);
        return (status, type);
    }
}
