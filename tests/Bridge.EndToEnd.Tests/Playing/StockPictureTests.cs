using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Pictures without our own host's extensions, as in mGBA's window: through files, and as PNGs.</summary>
[Trait("Needs", "picture")]
public sealed class StockPictureTests : IAsyncLifetime
{
    private readonly RealEmulator _emulator = new(RealEmulator.ButtonTest, "--no-idle");
    private BridgeHost? _bridge;

    public async ValueTask InitializeAsync()
    {
        await _emulator.StartAsync();
        _bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"));
        await _bridge.ReachesAsync("running");
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
    }

    [Fact]
    public async Task They_are_the_same_as_elsewhere_and_leave_no_file_behind()
    {
        var client = _bridge!.Client;
        JsonElement script = default;
        await Eventually.HoldsAsync(async () =>
        {
            var emulator = await client.GetJsonAsync("/emulators/default");
            script = emulator.GetProperty("script");
            return emulator.GetProperty("frame").GetInt64() > 5;
        });
        Assert.DoesNotContain("pixels", script.GetProperty("capabilities").EnumerateArray().Select(capability => capability.GetString()));
        var small = new PngPicture(await client.GetByteArrayAsync("/emulators/default/screen"));
        var large = new PngPicture(await client.GetByteArrayAsync("/emulators/default/screen?scale=2"));
        Assert.Equal((240, 160, 480, 320), (small.Width, small.Height, large.Width, large.Height));
        // emulator/rom/README.md: the fill of A's box.
        Assert.Equal((0x29294A, 0x29294A), (small[195, 77], large[390, 154]));
        using (var stream = await LivePicture.OpenAsync(client, fps: 60))
        {
            for (var i = 0; i < 3; i++)
                Assert.Equal(240, new PngPicture((await stream.ReadAsync())!.Value.Png).Width);
        }

        // It can't draw a message, and says so.
        var shown = await client.AskForJsonAsync("POST", "/emulators/default/messages", """{"text": "Hi"}""");
        Assert.Equal((false, 180), (shown.GetProperty("drawn").GetBoolean(), shown.GetProperty("frames").GetInt32()));

        // The script's files have its instance in their names.
        Assert.Equal(0, await _emulator.TerminateAsync());
        var files = new[] { "/dev/shm", Path.GetTempPath() }.Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, $"*{script.GetProperty("instance").GetString()}*"));
        Assert.Empty(files);
    }
}
