using System.Globalization;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>GDB at the button-test ROM, which counts its frames in the first word of its memory.</summary>
[Trait("Needs", "host")]
public sealed class GdbTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const uint Counter = 0x02000000;

    private Emulator Game => game.Game;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    // Runs after each test, because all share one game: each must leave it without breakpoints and running.
    public async ValueTask DisposeAsync()
    {
        await Game.CloseDoorAsync("gdb");
        Assert.Empty(await Game.GetBreakpointsAsync());
        Assert.Null(await Game.GetStopPlaceAsync());
    }

    [Fact]
    public async Task It_attaches_breaks_steps_reads_and_detaches()
    {
        var door = await Game.OpenDoorAsync("gdb");
        Assert.Equal((false, $"127.0.0.1:{door.Port}"), (door.Connected, door.Address));
        await using var gdb = await GdbProgram.StartAsync();
        Assert.Contains(" in ?? ()", await gdb.RunAsync($"target remote {door.Address}"), StringComparison.Ordinal);
        await SaysThatItIsStoppedAsync();

        var registers = await Game.GetRegistersAsync();
        var output = await gdb.RunAsync("info registers");
        Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"0x{registers["r13"]:x}"), output, StringComparison.Ordinal);
        Assert.Equal((await Game.GetStopPlaceAsync())!.Pc, await gdb.ValueAsync("$pc"));
        Assert.Equal(await Game.ReadAsync(Counter, "u32"), await gdb.ValueAsync("*(unsigned*)0x02000000"));
        Assert.Contains("0x02000100", await gdb.RunAsync("x/4xw 0x02000000"), StringComparison.Ordinal);

        // A watchpoint finds the instruction that counts the frames.
        await gdb.RunAsync("watch *(int*)0x02000000");
        var before = await gdb.ValueAsync("*(unsigned*)0x02000000");
        output = await gdb.RunAsync("continue");
        Assert.Contains($"Old value = {before}\nNew value = {before + 1}", output, StringComparison.Ordinal);
        var store = await gdb.ValueAsync("$pc") - 4;
        Assert.Contains("str\tr2, [r1]", await gdb.RunAsync("x/i $pc-4"), StringComparison.Ordinal);
        await gdb.RunAsync("delete");

        // GDB uses a hardware breakpoint by itself, because that is ROM.
        foreach (var command in (string[])["break", "hbreak"])
        {
            output = await gdb.RunAsync($"{command} *{store}");
            // "Breakpoint" or "Hardware assisted breakpoint".
            Assert.Contains("reakpoint", output, StringComparison.Ordinal);
            await gdb.RunAsync("continue");
            Assert.Equal(store, await gdb.ValueAsync("$pc"));
            before = await gdb.ValueAsync("*(unsigned*)0x02000000");
            await gdb.RunAsync("stepi");
            Assert.Equal((store + 4, before + 1), (await gdb.ValueAsync("$pc"), await gdb.ValueAsync("*(unsigned*)0x02000000")));
            await gdb.RunAsync("delete");
        }

        await SaysThatItIsStoppedAsync();
        Assert.Contains("detached", await gdb.RunAsync("detach"), StringComparison.Ordinal);
        await GoesOnAsync();
    }

    [Fact]
    public async Task It_changes_memory_and_registers_but_not_where_the_game_is()
    {
        await using var gdb = await AttachAsync();
        await gdb.RunAsync("set *(int*)0x02000300 = 0x12345678");
        Assert.Equal(0x12345678, await Game.ReadAsync(0x02000300, "u32"));
        await gdb.RunAsync("set $r7 = 1234");
        Assert.Equal(1234, (await Game.GetRegistersAsync())["r7"]);
        var (pc, cpsr) = (await gdb.ValueAsync("$pc"), await gdb.ValueAsync("$cpsr"));
        Assert.Contains("program counter", await gdb.RunAsync("set $pc = 0x08000000"), StringComparison.Ordinal);
        Assert.Contains("would crash mGBA", await gdb.RunAsync("set $cpsr = $cpsr ^ 0x20"), StringComparison.Ordinal);
        Assert.Contains("Cannot access memory", await gdb.RunAsync("x/w 0x01000000"), StringComparison.Ordinal);
        await gdb.RunAsync("flushregs");
        Assert.Equal((pc, cpsr), (await gdb.ValueAsync("$pc"), await gdb.ValueAsync("$cpsr")));
        Assert.Matches("frame [0-9]+, [0-9]+ cycles after it began", await gdb.RunAsync("monitor frame"));
        Assert.Contains("the commands are help, frame", await gdb.RunAsync("monitor reset"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Control_C_stops_the_game()
    {
        await using var gdb = await AttachAsync();
        for (var i = 0; i < 3; i++)
        {
            await gdb.BeginAsync("continue");
            await RunsAsync();
            gdb.Interrupt();
            Assert.Contains("Program received signal SIGINT", await gdb.EndAsync(), StringComparison.Ordinal);
            await SaysThatItIsStoppedAsync();
        }
    }

    [Fact]
    public async Task A_read_and_any_access_stop_it_too()
    {
        await using var gdb = await AttachAsync();
        Assert.Contains("read watchpoint", await gdb.RunAsync("rwatch *(int*)0x02000000"), StringComparison.Ordinal);
        Assert.Contains("Value =", await gdb.RunAsync("continue"), StringComparison.Ordinal);
        await gdb.RunAsync("delete");
        Assert.Contains("watchpoint", await gdb.RunAsync("awatch *(short*)0x02000002"), StringComparison.Ordinal);
        Assert.Contains(" = ", await gdb.RunAsync("continue"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_game_goes_on_when_the_debugger_is_gone()
    {
        await using var gdb = await AttachAsync();
        await gdb.RunAsync("watch *(int*)0x02000000");
        await gdb.RunAsync("continue");
        gdb.Kill();
        await GoesOnAsync();
        await using var running = await AttachAsync();
        await running.BeginAsync("continue");
        await RunsAsync();
        running.Kill();
        await GoesOnAsync();
    }

    [Fact]
    public async Task It_loses_the_game_when_its_door_is_closed_or_another_client_lets_the_game_go_on()
    {
        await using var gdb = await AttachAsync();
        await Game.CloseDoorAsync("gdb");
        Assert.Null((await Game.GetDoorAsync("gdb")).Address);
        await GoesOnAsync();
        await using var other = await AttachAsync();
        await Game.ContinueGameAsync();
        await GoesOnAsync();
    }

    [Fact]
    public async Task A_breakpoint_lasts_through_a_reset_and_another_game_ends_the_session()
    {
        await using var gdb = await AttachAsync();
        // No code is there, so the breakpoint never stops the game.
        await gdb.RunAsync("break *0x08000ff0");
        await gdb.BeginAsync("continue");
        await RunsAsync();
        await Game.ResetAsync();
        await Game.ResetAsync();
        Assert.Single(await Game.GetBreakpointsAsync());
        gdb.Interrupt();
        await gdb.EndAsync();
        await SaysThatItIsStoppedAsync();
        await gdb.RunAsync("delete");
        await gdb.BeginAsync("continue");
        await RunsAsync();
        await Game.LoadRomAsync("buttontest.gba");
        Assert.Contains("exited normally", await gdb.EndAsync(), StringComparison.Ordinal);
        await GoesOnAsync();
    }

    [Fact]
    public async Task A_frozen_game_is_left_alone()
    {
        await using var gdb = await AttachAsync();
        await gdb.BeginAsync("continue");
        await RunsAsync();
        await using (await Game.HoldAsync(TimeSpan.FromSeconds(60)))
        {
            gdb.Interrupt();
            await Eventually.HoldsAsync(async () => (await Game.GetDoorAsync("gdb")).Connected, "it stays attached");
            using var late = await GdbClient.ConnectAsync((await Game.GetDoorAsync("gdb")).Address!);
            await late.EndsAsync();
        }

        // The interrupted game stops as soon as it is no longer frozen.
        Assert.Contains("has frozen the game", await gdb.EndAsync(), StringComparison.Ordinal);
        await SaysThatItIsStoppedAsync();
        await gdb.RunAsync("detach");
        await GoesOnAsync();
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        using var refused = await GdbClient.ConnectAsync((await Game.GetDoorAsync("gdb")).Address!);
        await refused.SendAsync(GdbClient.Packet("?"));
        await refused.EndsAsync();
        Assert.False((await Game.GetDoorAsync("gdb")).Connected);
    }

    private async Task<GdbProgram> AttachAsync() => await GdbProgram.AttachAsync((await Game.OpenDoorAsync("gdb")).Address!);

    private async Task SaysThatItIsStoppedAsync()
    {
        Assert.True((await Game.GetDoorAsync("gdb")).Connected);
        Assert.NotNull(await Game.GetStopPlaceAsync());
        Assert.Equal("stopped", (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
    }

    private async Task RunsAsync()
    {
        var count = await Game.ReadAsync(Counter, "u32");
        await Eventually.HoldsAsync(async () => await Game.ReadAsync(Counter, "u32") != count, "the game counts");
    }

    private async Task GoesOnAsync()
    {
        await Eventually.HoldsAsync(async () => !(await Game.GetDoorAsync("gdb")).Connected, "it has left");
        Assert.Empty(await Game.GetBreakpointsAsync());
        await RunsAsync();
        Assert.Null(await Game.GetStopPlaceAsync());
    }
}
