using System.Text.Json;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>Breakpoints in the button-test ROM, which counts its frames in the first word of its memory.</summary>
[Trait("Needs", "host")]
public sealed class BreakpointTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Breakpoints = "/emulators/default/breakpoints";
    private const uint Counter = 0x02000000;
    private const int CyclesOfAFrame = 280_896;

    private Emulator Game => game.Game;

    [Fact]
    public async Task A_write_is_told_with_its_frame_values_and_instruction()
    {
        await using var held = await HoldAsync();
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=breakpoint");
        var breakpoint = await Game.SetBreakpointAsync(Counter, "write", 4);
        Assert.Equal((Counter, 4, "write", 0), (breakpoint.Address, breakpoint.Length, breakpoint.On, breakpoint.Hits));
        var count = await Game.ReadAsync(Counter, "u32");
        var frame = (await held.StepAsync(5)).Frame;
        var hits = (await events.ReadAsync(5)).Select(each => each.Json).ToArray();
        for (var i = 0; i < hits.Length; i++)
        {
            Assert.Equal((breakpoint.Id, "write"), (NumberOf(hits[i], "id"), TextOf(hits[i], "on")));
            Assert.Equal(frame - 4 + i, NumberOf(hits[i], "frame"));
            Assert.Equal((count + i, count + i + 1), (NumberOf(hits[i], "before"), NumberOf(hits[i], "value")));
            Assert.Equal(("0x02000000", 4), (TextOf(hits[i], "address"), NumberOf(hits[i], "size")));
            Assert.False(hits[i].GetProperty("dma").GetBoolean());
            Assert.InRange(NumberOf(hits[i], "cycle"), 0, CyclesOfAFrame);
        }

        // The instruction is STR of a word (ARM Architecture Reference Manual, A5.2). Its bits 12 to 15 name the register it stores.
        var pc = TextOf(hits[0], "pc");
        var instruction = await Game.ReadAsync(pc, "u32");
        Assert.Equal(0x04000000, instruction & 0x0C500000);
        var register = $"r{(instruction >> 12) & 15}";
        Assert.Equal(count + 1, hits[0].GetProperty("registers").GetProperty(register).GetInt64());
        Assert.Equal(5, Assert.Single(await Game.GetBreakpointsAsync()).Hits);
        await Game.DeleteBreakpointsAsync();

        // A breakpoint on the execution of that instruction hits once: in the second frame from here, where it stores count + 7.
        await Game.SetBreakpointAsync(pc, "execute", condition: new BreakpointCondition("eq", count + 7, Register: register));
        await held.StepAsync(4);
        var ran = (await events.ReadAsync())!.Json;
        Assert.Equal(("execute", pc, pc), (TextOf(ran, "on"), TextOf(ran, "pc"), TextOf(ran, "address")));
        Assert.Equal(frame + 2, NumberOf(ran, "frame"));
        Assert.False(ran.TryGetProperty("value", out _));
        Assert.Equal(1, Assert.Single(await Game.GetBreakpointsAsync()).Hits);
        await Game.DeleteBreakpointsAsync();
    }

    [Fact]
    public async Task Conditions_limits_and_ranges_choose_the_hits()
    {
        await using var held = await HoldAsync();
        var count = await Game.ReadAsync(Counter, "u32");
        var late = await Game.SetBreakpointAsync(Counter, "change", condition: new BreakpointCondition("ge", count + 8));
        // A write of the whole word also writes its last byte. The condition compares the lowest byte of what is written.
        var third = new BreakpointCondition("eq", (count + 3) & 0xFF, Mask: 0xFF);
        var low = await Game.SetBreakpointAsync(Counter + 3, "write", condition: third);
        var few = await Game.SetBreakpointAsync(Counter, "access", limit: 2);
        var none = await Game.SetBreakpointAsync(Counter + 0x1000, "access", 0x1000);
        await held.StepAsync(10);
        var hits = (await Game.GetBreakpointsAsync()).ToDictionary(each => each.Id, each => each.Hits);
        Assert.Equal((3, 1, 2, 0), (hits[late.Id], hits[low.Id], hits[few.Id], hits[none.Id]));
        // What clients read and write doesn't count.
        await Game.Write32Async(Counter + 0x1000, 7);
        await Game.ReadBytesAsync(Counter + 0x1000, 64);
        await held.StepAsync(1);
        Assert.Equal(0, (await Game.GetBreakpointsAsync())[^1].Hits);
        await Game.DeleteBreakpointAsync(none);
        Assert.Equal([late.Id, low.Id, few.Id], (await Game.GetBreakpointsAsync()).Select(each => each.Id));
        await Game.DeleteBreakpointsAsync();
        Assert.Empty(await Game.GetBreakpointsAsync());
    }

    [Fact]
    public async Task More_hits_than_fit_into_a_frame_are_counted()
    {
        await using var held = await HoldAsync();
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=breakpoint");
        await Game.SetBreakpointAsync(0x08000000, "execute", 0x1000);
        await held.StepAsync(1);
        // The events of 64 hits, and one that counts the others.
        var told = await events.ReadAsync(65);
        var lost = told[^1].Json.GetProperty("lost").GetInt64();
        Assert.Equal(Assert.Single(await Game.GetBreakpointsAsync()).Hits, 64 + lost);
        await Game.DeleteBreakpointsAsync();
    }

    [Fact]
    public async Task Another_game_has_none_and_mirrors_have_one_address()
    {
        var breakpoint = await Game.SetBreakpointAsync(0x02040004, "read");
        Assert.Equal(0x02000004u, breakpoint.Address);
        await Game.LoadRomAsync("buttontest.gba");
        await game.PlaysAsync();
        Assert.Empty(await Game.GetBreakpointsAsync());
        var missing = await Assert.ThrowsAsync<ProblemException>(() => Game.DeleteBreakpointAsync(breakpoint));
        Assert.Equal((404, "unknown-breakpoint"), (missing.Status, missing.Type));
        for (var count = 0; count < 64; count++)
            await Game.SetBreakpointAsync(0x02000004, "read");
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.SetBreakpointAsync(0x02000004, "read"));
        Assert.Contains("at most 64 breakpoints", refused.Detail, StringComparison.Ordinal);
        await Game.DeleteBreakpointsAsync();
    }

    [Theory]
    [InlineData("""{"on": "write"}""", "address is required")]
    [InlineData("""{"address": "0x02000000"}""", "on is required: read, write, access, change, execute.")]
    [InlineData("""{"address": "0x02000000", "on": "run"}""", "on must be read, write, access, change, execute; got \"run\".")]
    [InlineData("""{"address": "0x02000000", "on": "read", "length": 0}""", "length must be 1 to 33554432; got \"0\".")]
    [InlineData("""{"address": "0x02000000", "on": "read", "limit": 0}""", "limit must be 1 to 1000000; got \"0\".")]
    [InlineData("""{"address": "0x02000000", "on": "read", "if": {"value": 1}}""", "if.is is required")]
    [InlineData("""{"address": "0x02000000", "on": "read", "if": {"is": "eq"}}""", "if.value is required")]
    [InlineData("""{"address": "0x02000000", "on": "read", "if": {"is": "eq", "value": -1}}""", "if.value must be 0 to 4294967295; got")]
    [InlineData("""{"address": "0x02000000", "on": "execute", "if": {"is": "eq", "value": 1}}""", "if requires a register")]
    [InlineData("""{"address": "0x02000000", "on": "read", "if": {"is": "eq", "value": 1, "register": "r99"}}""", "register")]
    [InlineData("""{"address": "0x01000000", "on": "read"}""", "Nothing is at 0x01000000")]
    public async Task A_wrong_breakpoint_is_refused(string body, string words)
    {
        using var response = await game.Client.AskAsync("POST", Breakpoints, body);
        var (status, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal(400, status);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    private Task<GameHold> HoldAsync() => Game.HoldAsync(TimeSpan.FromSeconds(60));

    private static long NumberOf(JsonElement hit, string name) => hit.GetProperty(name).GetInt64();

    private static string TextOf(JsonElement hit, string name) => hit.GetProperty(name).GetString()!;
}

/// <summary>Breakpoints on the Game Boy.</summary>
[Trait("Needs", "host")]
public sealed class GameBoyBreakpointTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public async Task A_write_is_told_with_the_instruction_that_wrote()
    {
        await using var held = await game.Game.HoldAsync(TimeSpan.FromSeconds(60));
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=breakpoint");
        // 0xE000 is the echo of 0xC000, so both are the same memory.
        var breakpoint = await game.Game.SetBreakpointAsync(0xE000, "write");
        Assert.Equal(0xC000u, breakpoint.Address);
        var frame = (await held.StepAsync(2)).Frame;
        var hits = (await events.ReadAsync(2)).Select(each => each.Json).ToArray();
        Assert.Equal([frame - 1, frame], hits.Select(hit => hit.GetProperty("frame").GetInt64()));
        Assert.Equal((hits[0].GetProperty("before").GetInt64() + 1) & 0xFF, hits[0].GetProperty("value").GetInt64());
        Assert.Equal(10, hits[0].GetProperty("registers").EnumerateObject().Count());
        var pc = Convert.ToInt64(hits[0].GetProperty("pc").GetString(), 16);
        // In the ROM, behind the RST vectors.
        Assert.InRange(pc, 0x0040, 0x7FFF);
        await game.Game.DeleteBreakpointsAsync();
        await game.Game.SetBreakpointAsync(pc, "execute");
        await held.StepAsync(3);
        Assert.Equal(3, Assert.Single(await game.Game.GetBreakpointsAsync()).Hits);
        await game.Game.DeleteBreakpointsAsync();
    }
}
