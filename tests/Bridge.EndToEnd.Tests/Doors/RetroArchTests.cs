using System.Globalization;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>
/// RetroArch's network commands, as docs.libretro.com describes them, with a running GBA game. Its counters are at 0x02000000
/// (emulator/rom/README.md).
/// </summary>
[Trait("Needs", "host")]
public sealed class RetroArchTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Door = "/emulators/default/doors/retroarch";

    [Fact]
    public async Task It_tells_its_version_and_the_game()
    {
        await using var door = await OpenAsync();
        Assert.Matches("^[0-9]+\\.[0-9]+\\.[0-9]+\n$", await door.Client.AskAsync("VERSION"));
        Assert.Matches("^GET_STATUS PLAYING game_boy_advance,BUTTONTEST,crc32=[0-9a-f]{1,8}\n$",
            await door.Client.AskAsync("GET_STATUS\n"));
        Assert.Equal("GET_CONFIG_PARAM video_fullscreen false\n", await door.Client.AskAsync("GET_CONFIG_PARAM video_fullscreen"));
        Assert.Equal("GET_CONFIG_PARAM log_dir unsupported\n", await door.Client.AskAsync("GET_CONFIG_PARAM log_dir"));
        Assert.StartsWith("HELP VERSION ", await door.Client.AskAsync("HELP"), StringComparison.Ordinal);
        Assert.True((await game.Client.GetJsonAsync(Door)).GetProperty("connected").GetBoolean());
    }

    [Fact]
    public async Task Memory_is_read_and_written_up_to_the_end_of_a_region()
    {
        await using var door = await OpenAsync();
        Assert.Equal("WRITE_CORE_MEMORY 2000400 4\n", await door.Client.AskAsync("WRITE_CORE_MEMORY 2000400 01 0x02 ff a"));
        Assert.Equal("READ_CORE_MEMORY 2000400 01 02 FF 0A\n", await door.Client.AskAsync("READ_CORE_MEMORY 0x2000400 4"));
        Assert.Matches("^READ_CORE_MEMORY 203ffff [0-9A-F]{2}\n$", await door.Client.AskAsync("READ_CORE_MEMORY 203ffff 9"));
        Assert.Equal(2 + 16384, (await door.Client.AskAsync("READ_CORE_MEMORY 2000000 99999")).Split(' ').Length);
        Assert.Equal("READ_CORE_MEMORY 1000000 -1 no descriptor for address\n", await door.Client.AskAsync("READ_CORE_MEMORY 1000000 4"));
        Assert.Equal("WRITE_CORE_MEMORY 8000000 -1 descriptor data is readonly\n",
            await door.Client.AskAsync("WRITE_CORE_MEMORY 8000000 1"));
        // Addresses of READ_CORE_RAM are those of achievements: IWRAM (0x8000 bytes), then EWRAM.
        var last = (await door.Client.AskAsync("READ_CORE_MEMORY 3007fff 1")).Trim().Split(' ')[^1];
        Assert.Matches($"^READ_CORE_RAM 7fff {last} [0-9A-F]{{2}}\n$", await door.Client.AskAsync("READ_CORE_RAM 7fff 2"));
        Assert.Empty(await door.Client.RunAsync("WRITE_CORE_RAM 8400 5A A5"));
        Assert.Equal("READ_CORE_MEMORY 2000400 5A A5\n", await door.Client.AskAsync("READ_CORE_MEMORY 2000400 2"));
        Assert.Equal("READ_CORE_RAM 60000 -1\n", await door.Client.AskAsync("READ_CORE_RAM 60000 1"));
    }

    [Fact]
    public async Task The_game_is_paused_advanced_saved_loaded_and_reset()
    {
        await using var door = await OpenAsync();
        Assert.Empty(await door.Client.RunAsync("PAUSE_TOGGLE"));
        Assert.StartsWith("GET_STATUS PAUSED ", await door.Client.AskAsync("GET_STATUS"), StringComparison.Ordinal);
        var before = await CounterAsync(door);
        Assert.Empty(await door.Client.RunAsync("FRAMEADVANCE", "FRAMEADVANCE"));
        Assert.Equal(before + 2, await CounterAsync(door));
        Assert.Empty(await door.Client.RunAsync("SAVE_STATE_SLOT 3", "FRAMEADVANCE", "LOAD_STATE_SLOT 3"));
        Assert.Equal(before + 2, await CounterAsync(door));
        Assert.Empty(await door.Client.RunAsync("STATE_SLOT_PLUS", "SAVE_STATE", "FRAMEADVANCE", "LOAD_STATE", "STATE_SLOT_MINUS"));
        Assert.Equal(before + 2, await CounterAsync(door));
        Assert.Empty(await door.Client.RunAsync("PAUSE_TOGGLE", "RESET"));
        Assert.StartsWith("GET_STATUS PLAYING ", await door.Client.AskAsync("GET_STATUS"), StringComparison.Ordinal);
        await game.PlaysAsync();
    }

    [Fact]
    public async Task A_paused_game_goes_on_when_the_door_closes()
    {
        await using (var door = await OpenAsync())
            Assert.Empty(await door.Client.RunAsync("PAUSE_TOGGLE"));
        Assert.False((await game.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
        await game.PlayOnAsync(3);
    }

    [Theory]
    [InlineData("SHOW_MSG Found the \u2665 key, it's here", "Found the \u2665 key, it's here")]
    [InlineData("SHOW_MESG tab\there\0", "tab here")]
    public async Task A_message_is_shown(string command, string text)
    {
        await using var door = await OpenAsync();
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=message");
        Assert.Empty(await door.Client.RunAsync(command));
        Assert.Equal(text, (await events.ReadAsync())!.Json.GetProperty("text").GetString());
    }

    [Fact]
    public async Task With_access_to_read_nothing_changes()
    {
        await using var door = await OpenAsync("read");
        Assert.Equal("WRITE_CORE_MEMORY 2000400 -1 descriptor data is readonly\n",
            await door.Client.AskAsync("WRITE_CORE_MEMORY 2000400 01"));
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=message,reset");
        Assert.Empty(await door.Client.RunAsync("WRITE_CORE_RAM 8400 7", "PAUSE_TOGGLE", "FRAMEADVANCE", "RESET", "SAVE_STATE_SLOT 1",
            "LOAD_STATE_SLOT 1", "SAVE_STATE", "LOAD_STATE", "SHOW_MSG no"));
        Assert.StartsWith("GET_STATUS PLAYING ", await door.Client.AskAsync("GET_STATUS"), StringComparison.Ordinal);
        Assert.StartsWith("READ_CORE_MEMORY 2000400 ", await door.Client.AskAsync("READ_CORE_MEMORY 2000400 1"), StringComparison.Ordinal);
        // The first event is this message, so none of those commands had an effect.
        await game.Client.AskForJsonAsync("POST", "/emulators/default/messages", """{"text": "yes"}""");
        Assert.Equal("yes", (await events.ReadAsync())!.Json.GetProperty("text").GetString());
    }

    internal static async Task<OpenDoor> OpenAsync(RunningGame game, string access = "write")
    {
        var opened = await game.Client.AskForJsonAsync("PUT", Door, $$"""{"port": {{FreePort.Take()}}, "access": "{{access}}"}""");
        return new OpenDoor(game, opened);
    }

    private Task<OpenDoor> OpenAsync(string access = "write") => OpenAsync(game, access);

    private static async Task<long> CounterAsync(OpenDoor door)
    {
        var bytes = (await door.Client.AskAsync("READ_CORE_MEMORY 2000000 4")).Trim().Split(' ')[2..];
        return bytes.Reverse().Aggregate(
            0L, (sum, next) => (sum << 8) | long.Parse(next, NumberStyles.HexNumber, CultureInfo.InvariantCulture));
    }

    /// <summary>An open door, and a client.</summary>
    internal sealed class OpenDoor(RunningGame game, JsonElement door) : IAsyncDisposable
    {
        public int Port { get; } = door.GetProperty("port").GetInt32();

        public RetroArchClient Client { get; } = new(door.GetProperty("port").GetInt32());

        public async ValueTask DisposeAsync()
        {
            Client.Dispose();
            using var closed = await game.Client.AskAsync("DELETE", Door);
            Assert.True(closed.IsSuccessStatusCode);
        }
    }
}
