using System.Security.Cryptography;
using Bridge.Testing.States;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>
/// Games that are stopped between two instructions. The button-test ROM counts its frames in the first word of its memory.
/// </summary>
[Trait("Needs", "host")]
public sealed class StopTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const uint Counter = 0x02000000;

    private Emulator Game => game.Game;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    // Runs after each test, because all share one game.
    public async ValueTask DisposeAsync()
    {
        await Game.DeleteBreakpointsAsync();
        if (await Game.GetStopPlaceAsync() is not null)
            await Game.ContinueGameAsync();
    }

    [Fact]
    public async Task A_write_stops_the_game_behind_its_instruction()
    {
        var count = await Game.ReadAsync(Counter, "u32");
        var stop = await Game.RunUntilAsync(Counter, "write", 4);
        Assert.NotNull(stop);
        Assert.Equal(("write", Counter), (stop.On, stop.Address));
        Assert.InRange(stop.Value!.Value, count + 1, count + 100);
        Assert.Equal(stop.Value, stop.Before + 1);
        // It stands behind the STR (4 bytes), which has run.
        Assert.Equal(stop.Instruction + 4, stop.Pc);
        Assert.Equal(stop.Value, await Game.ReadAsync(Counter, "u32"));
        Assert.InRange(stop.SecondsLeft, 1, 60);
        Assert.Equal("stopped", (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
        // The game is stopped, so its counter is still the same.
        Assert.Equal(stop.Value, await Game.ReadAsync(Counter, "u32"));
        Assert.Equal(stop.Pc, (await Game.GetStopPlaceAsync())!.Pc);
        Assert.Empty(await Game.GetBreakpointsAsync());
        await Game.ContinueGameAsync();
        await Eventually.HoldsAsync(async () => await Game.ReadAsync(Counter, "u32") > stop.Value, "the game counts on");
        Assert.Null(await Game.GetStopPlaceAsync());
    }

    [Fact]
    public async Task Steps_run_one_instruction_and_a_breakpoint_comes_before_its_own()
    {
        var write = await Game.RunUntilAsync(Counter, "write", 4);
        var pc = write!.Instruction!.Value;
        await Game.SetBreakpointAsync(pc, "execute", stopTime: TimeSpan.FromMinutes(1));
        await Game.ContinueGameAsync();
        var before = await StopAsync();
        Assert.Equal((pc, "execute"), (before.Pc, before.On));
        Assert.Equal(write.Value, await Game.ReadAsync(Counter, "u32"));
        var stepped = await Game.StepInstructionsAsync();
        Assert.Equal((pc + 4, "step", null), (stepped!.Pc, stepped.On, stepped.Breakpoint));
        Assert.Equal(write.Value + 1, await Game.ReadAsync(Counter, "u32"));
        // Many instructions end at the breakpoint of the next frame.
        var again = await Game.StepInstructionsAsync(1_000_000);
        Assert.Equal((pc, "execute"), (again!.Pc, again.On));
    }

    [Fact]
    public async Task A_stopped_game_can_be_changed_and_everything_else_is_refused()
    {
        var stop = await Game.RunUntilAsync(Counter, "write", 4);
        await Game.Write32Async(Counter, 5);
        Assert.Equal(5, await Game.ReadAsync(Counter, "u32"));
        await Game.WriteRegisterAsync("r7", 1234);
        Assert.Equal(1234, (await Game.GetRegistersAsync())["r7"]);
        Assert.Equal(stop!.Pc, (await Game.DisassembleAsync(lines: 1))[0].Address);
        await Game.GetCallStackAsync();
        Assert.False((await Game.GetScreenAsync()).Png.IsEmpty);
        foreach (var refusedAsync in new Func<Task>[]
        {
            () => Game.ResetAsync(), () => Game.WaitFramesAsync(1), () => Game.PressAsync("A"), () => Game.SaveStateAsync("stopped"),
            () => Game.HoldAsync(TimeSpan.FromSeconds(1)), () => Game.LoadRomAsync("buttontest.gba"),
        })
        {
            var refused = await Assert.ThrowsAsync<ProblemException>(refusedAsync);
            Assert.Equal((409, "held"), (refused.Status, refused.Type));
            Assert.Contains("is stopped before the instruction at 0x", refused.Detail, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task It_goes_on_by_itself_when_its_time_is_over()
    {
        await Game.SetBreakpointAsync(Counter, "write", limit: 1, stopTime: TimeSpan.FromMilliseconds(200));
        await StopAsync();
        await Eventually.HoldsAsync(async () => await Game.GetStopPlaceAsync() is null, "the game goes on");
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.ContinueGameAsync());
        Assert.Equal((409, "not-held"), (refused.Status, refused.Type));
        refused = await Assert.ThrowsAsync<ProblemException>(() => Game.StepInstructionsAsync());
        Assert.Equal((409, "not-held"), (refused.Status, refused.Type));
    }

    [Fact]
    public async Task A_game_is_stopped_where_it_is()
    {
        var stop = await Game.StopGameAsync();
        Assert.Equal(("step", null), (stop!.On, stop.Breakpoint));
        Assert.Equal(stop.Pc, (await Game.StopGameAsync())!.Pc);
        await Game.ContinueGameAsync();
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.StopGameAsync());
        Assert.Equal((409, "held"), (refused.Status, refused.Type));
    }

    [Fact]
    public async Task What_never_happens_stops_nothing()
    {
        Assert.Null(await Game.RunUntilAsync(Counter + 0x10000, "access", timeoutFrames: 5));
        Assert.Null(await Game.GetStopPlaceAsync());
        Assert.Empty(await Game.GetBreakpointsAsync());
        var condition = new BreakpointCondition("ge", await Game.ReadAsync(Counter, "u32") + 10);
        var stop = await Game.RunUntilAsync(Counter, "write", 4, condition);
        Assert.Equal(condition.Value, stop!.Value);
    }

    [Fact]
    public async Task The_game_is_the_same_as_without_stops()
    {
        await Game.SaveStateAsync("before-stops");
        var expected = await RunAsync(isStopped: false);
        await Game.LoadStateAsync("before-stops");
        Assert.Equal(expected, await RunAsync(isStopped: true));
    }

    [Theory]
    [InlineData("run-until", """{"address": "0x02000000", "timeoutFrames": 0}""", "timeoutFrames must be 1 to 36000; got \"0\".")]
    [InlineData("run-until", """{"on": "write"}""", "address is required")]
    [InlineData("run-until", """{"address": "0x02000000", "if": {"is": "eq", "value": 1}}""", "if requires a register")]
    [InlineData("run-until", """{"address": "0x02000000", "stopSeconds": 4000}""", "stopSeconds must be 0.001 to 3600; got")]
    [InlineData("breakpoints/step", """{"instructions": 0}""", "instructions must be 1 to 1000000; got \"0\".")]
    [InlineData("breakpoints", """{"address": "0x02000000", "on": "read", "then": "end"}""", "then must be log, stop; got \"end\".")]
    [InlineData("breakpoints", """{"address": "0x02000000", "on": "read", "stopSeconds": 1}""", "stopSeconds requires then to be stop.")]
    public async Task Wrong_requests_are_refused(string path, string body, string words)
    {
        using var response = await game.Client.AskAsync("POST", $"/emulators/default/{path}", body);
        var (status, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal(400, status);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    // Runs 60 frames from the state, with or without a stop of a millisecond in each, and returns the hash of the machine after them.
    private async Task<string> RunAsync(bool isStopped)
    {
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        await Game.LoadStateAsync("before-stops");
        if (!isStopped)
        {
            await held.StepAsync(60);
            return await HashAsync();
        }

        await Game.SetBreakpointAsync(Counter, "write", stopTime: TimeSpan.FromMilliseconds(1));
        await held.StepAsync(60);
        Assert.Equal(60, Assert.Single(await Game.GetBreakpointsAsync()).Hits);
        await Game.DeleteBreakpointsAsync();
        return await HashAsync();
    }

    private async Task<string> HashAsync() =>
        Convert.ToHexString(SHA256.HashData(RawState.Read(await Game.GetStateAsync(), RawState.GbaBytes).Machine));

    private async Task<MgbaBridge.GameStop> StopAsync()
    {
        MgbaBridge.GameStop? stop = null;
        await Eventually.HoldsAsync(async () => (stop = await Game.GetStopPlaceAsync()) is not null, "the game is stopped");
        return stop!;
    }
}
