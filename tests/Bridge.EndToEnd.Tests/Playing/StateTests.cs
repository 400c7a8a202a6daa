using System.Buffers.Binary;
using System.Text.Json;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>States of a real game, saved and loaded over HTTP.</summary>
public sealed class StateTests(RunningGame game) : IClassFixture<RunningGame>
{
    private HttpClient Client => game.Client;

    [Trait("Needs", "speed")]
    [Theory]
    [InlineData("")]
    [InlineData("?picture=false")]
    [InlineData("?picture=true")]
    public async Task Saving_and_loading_a_state_changes_nothing(string query)
    {
        await SetSpeedAsync(0.25); // Slow enough to look at a single frame.
        await game.WriteAsync("0x02000200", 0x1234);
        await game.PlayOnAsync(3);
        var saved = await SavedState.GetAsync(Client, query);
        await game.WriteAsync("0x02000200", 0x4321);
        await game.PlayOnAsync(3);

        // Requests in the frame of the load see the saved values; a busy machine may be a frame late.
        await Eventually.HoldsAsync(async () =>
        {
            Assert.Equal(saved.Frame, await LoadAsync(saved.Bytes));
            var again = await SavedState.GetAsync(Client, "");
            var (value, frame) = await ReadWithFrameAsync("0x02000200");
            if (again.Frame != saved.Frame || frame != saved.Frame)
                return false;
            Assert.Equal(0x1234, value);
            // In mGBA's callback the last instruction of the frame has yet to end, so a state from there is some cycles younger.
            return query == "?picture=true" || again.Machine.SequenceEqual(saved.Machine);
        }, "the state is seen in its own frame");
        Assert.Equal(0x1234, await SavedValueAsync());
        await SetSpeedAsync(1);
    }

    [Trait("Needs", "speed")]
    [Fact]
    public async Task The_picture_of_a_state_is_shown_at_once()
    {
        await SetSpeedAsync(0.25);
        var capabilities = (await Client.GetJsonAsync("/emulators/default")).GetProperty("script").GetProperty("capabilities");
        var hasPixels = capabilities.EnumerateArray().Any(capability => capability.GetString() == "pixels");
        foreach (var query in (string[])(hasPixels ? ["", "?picture=true"] : ["?picture=true"]))
        {
            var (saved, picture) = await InOneFrameAsync(async () => (await SavedState.GetAsync(Client, query), await PictureAsync()));
            await game.PlayOnAsync(5);
            await Eventually.HoldsAsync(async () =>
            {
                await LoadAsync(saved.Bytes);
                var shown = await PictureAsync();
                // A PNG's frame counter can't be corrected, so in a frame callback it is that of the frame before.
                return shown.Frame == saved.Frame && shown.Png.AsSpan().SequenceEqual(picture.Png);
            }, "the picture of the state is seen in the state's frame");
        }

        await SetSpeedAsync(1);
    }

    [Fact]
    public async Task Frame_numbers_continue_from_the_state()
    {
        var saved = await SavedState.GetAsync(Client);
        await game.PlayOnAsync(30);
        for (var i = 0; i < 20; i++)
        {
            Assert.Equal(saved.Frame, await LoadAsync(saved.Bytes));
            Assert.True(await game.FrameAsync() >= saved.Frame);
        }

        await game.PlayOnAsync(5);
    }

    [Fact]
    public async Task A_press_that_is_running_ends_and_a_held_button_stays_held()
    {
        var saved = await SavedState.GetAsync(Client);
        await Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Right"]}""");
        var press = game.PressAsync("A", hold: 30);
        await Eventually.HoldsAsync(async () => (await DownAsync()).Contains("A"), "A is down");
        await LoadAsync(saved.Bytes);
        await press;
        Assert.Equal(["Right"], await DownAsync());
        Assert.Equal(0, await game.QueuedAsync());
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << (int)Button.Right,
            "the game sees Right and nothing else");
        await Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "no button is stuck");
    }

    public static TheoryData<string> Damages => [.. DamagedStates.All.Keys];

    [Trait("Needs", "picture")]
    [Theory]
    [MemberData(nameof(Damages))]
    public async Task A_damaged_state_is_refused_and_changes_nothing(string damage)
    {
        await game.WriteAsync("0x02000200", 0x7777);
        await game.PlayOnAsync(3);
        var raw = await SavedState.GetAsync(Client);
        var png = await SavedState.GetAsync(Client, "?picture=true");
        await game.WriteAsync("0x02000200", 0x5555);
        await game.PlayOnAsync(3);
        var frame = await game.FrameAsync();

        using var response = await SavedState.PutAsync(Client, DamagedStates.All[damage](raw.Bytes, png.Bytes));
        var (status, anchor, _) = await RunningGame.RefusalAsync(response);
        Assert.Equal((422, "refused-state"), (status, anchor));

        Assert.Equal(0x5555, await game.ReadAsync("0x02000200"));
        Assert.Equal(0x5555, await SavedValueAsync());
        Assert.True(await game.FrameAsync() >= frame, "the frame number has increased");
        await game.PlayOnAsync(2);
    }

    [Fact]
    public async Task A_slot_keeps_the_game_and_an_empty_one_is_refused()
    {
        await game.WriteAsync("0x02000300", 11, "u8");
        var saved = await Client.AskForJsonAsync("POST", "/emulators/default/slots/7/save");
        Assert.True(File.Exists(Path.Combine(game.Emulator.SaveFolder, "buttontest.ss7")));
        await game.WriteAsync("0x02000300", 12, "u8");
        await game.PlayOnAsync(3);
        var loaded = await Client.AskForJsonAsync("POST", "/emulators/default/slots/7/load");
        Assert.Equal((7, 7), (saved.GetProperty("slot").GetInt32(), loaded.GetProperty("slot").GetInt32()));
        Assert.Equal(11, await game.ReadAsync("0x02000300", "u8"));

        await RefusedAsync("/emulators/default/slots/8/load", 422, "refused-state");
        await File.WriteAllBytesAsync(Path.Combine(game.Emulator.SaveFolder, "buttontest.ss8"), DamagedStates.Noise(500_000));
        await RefusedAsync("/emulators/default/slots/8/load", 422, "refused-state");
        Assert.Equal(11, await game.ReadAsync("0x02000300", "u8"));
    }

    [Fact]
    public async Task Concurrent_states_of_many_clients_are_all_complete()
    {
        var saved = await SavedState.GetAsync(Client);
        await Task.WhenAll(Enumerable.Range(0, 24).Select(async i =>
        {
            if (i % 3 == 0)
                await LoadAsync(saved.Bytes);
            else
                Assert.Equal(saved.Bytes.Length, (await SavedState.GetAsync(Client)).Bytes.Length);
        }));
        await game.PlayOnAsync(3);
    }

    [Fact]
    public async Task The_game_continues_normally_after_single_instructions()
    {
        await using var client = new EmulatorClient("default", new EmulatorOptions { Port = game.Emulator.Port },
            TimeProvider.System, NullLogger.Instance);
        await Eventually.HoldsAsync(() => Task.FromResult(client.State == EmulatorState.Running), "the client is connected");
        for (var i = 0; i < 50; i++)
            await client.StepInstructionAsync(CancellationToken.None);
        await game.PlayOnAsync(5);
        await game.PressAsync("B");
    }

    private async Task<long> LoadAsync(byte[] bytes)
    {
        using var response = await SavedState.PutAsync(Client, bytes);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, text);
        return JsonDocument.Parse(text).RootElement.GetProperty("frame").GetInt64();
    }

    private async Task<(long Value, long Frame)> ReadWithFrameAsync(string address)
    {
        var answer = await Client.GetJsonAsync($"/emulators/default/memory/{address}?type=u16");
        return (answer.GetProperty("value").GetInt64(), answer.GetProperty("frame").GetInt64());
    }

    // Returns the value that the ROM has put into its save memory (emulator/rom/README.md, "Save").
    private async Task<int> SavedValueAsync() => BinaryPrimitives.ReadUInt16LittleEndian((await SavedState.GetAsync(Client)).SaveMemory);

    private async Task<(byte[] Png, long Frame)> PictureAsync()
    {
        using var response = await Client.GetAsync("/emulators/default/screen");
        return (await response.Content.ReadAsByteArrayAsync(), SavedState.FrameOf(response));
    }

    // Looks again until state and picture are of the same frame.
    private static async Task<(SavedState State, (byte[] Png, long Frame) Picture)> InOneFrameAsync(
        Func<Task<(SavedState, (byte[] Png, long Frame))>> look)
    {
        (SavedState State, (byte[] Png, long Frame) Picture) seen = default;
        await Eventually.HoldsAsync(async () =>
        {
            seen = await look();
            return seen.State.Frame == seen.Picture.Frame;
        }, "state and picture are of one frame");
        return seen;
    }

    private async Task<string[]> DownAsync() =>
        [.. (await Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("down").EnumerateArray()
            .Select(name => name.GetString()!)];

    private Task<JsonElement> SetSpeedAsync(double speed) =>
        Client.AskForJsonAsync("PUT", "/emulators/default/speed", FormattableString.Invariant($$"""{"speed": {{speed}}}"""));

    private async Task RefusedAsync(string path, int status, string anchor)
    {
        using var response = await Client.PostAsync(path, null);
        var problem = await RunningGame.RefusalAsync(response);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
    }
}
