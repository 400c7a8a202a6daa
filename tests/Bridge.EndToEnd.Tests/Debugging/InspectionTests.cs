using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>What the code of the button-test ROM did: it counts its frames in the first word of its memory.</summary>
[Trait("Needs", "host")]
public sealed class InspectionTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const uint Counter = 0x02000000;

    private Emulator Game => game.Game;

    [Fact]
    public async Task The_last_writer_is_the_instruction_that_a_breakpoint_finds()
    {
        await game.PlaysAsync();
        await Game.WaitFramesAsync(30);
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        var count = await Game.ReadAsync(Counter, "u32");
        var now = (await Game.GetHistoryAsync()).Now;
        // At its address and through a mirror of the memory.
        foreach (var address in new[] { Counter, Counter + 0x40000 })
        {
            var write = await Game.GetLastWriterAsync(address, 4, frames: 20);
            Assert.Equal((now, Counter, 4, false), (write!.At, write.Address, write.Size, write.Since));
            Assert.Equal((count - 1, count), (write.Before, write.Value));
            // STR of a word (ARM Architecture Reference Manual, A5.2), of the register that has the value.
            var instruction = await Game.ReadAsync(write.Pc, "u32");
            Assert.Equal(0x04000000, instruction & 0x0C500000);
            Assert.Equal(count, write.Registers[$"r{(instruction >> 12) & 15}"]);
        }

        Assert.Null(await Game.GetLastWriterAsync(Counter + 0x10000, frames: 20));
    }

    [Fact]
    public async Task Coverage_and_trace_have_the_code_that_ran()
    {
        await game.PlaysAsync();
        await Game.WaitFramesAsync(30);
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        var idle = (await Game.GetHistoryAsync()).Now;
        var writer = (await Game.GetLastWriterAsync(Counter, 4, frames: 20))!;
        var coverage = await Game.GetCoverageAsync((idle - 9, idle));
        Assert.Contains(coverage.Ranges, range => writer.Pc >= range.First && writer.Pc + 3 <= range.Last);
        Assert.Equal(0, coverage.More);
        Assert.True(coverage.Instructions > 10);
        Assert.Empty((await Game.GetCoverageAsync((idle - 9, idle), without: (idle - 9, idle))).Ranges);

        var trace = await Game.GetTraceAsync(writer.At, lines: 10_000, registers: true);
        Assert.All(trace, each => Assert.Equal(writer.At, each.At));
        Assert.Equal(trace.OrderBy(each => each.Cycle).Select(each => each.Cycle), trace.Select(each => each.Cycle));
        var traced = Assert.Single(trace, each => each.Address == writer.Pc);
        Assert.StartsWith("str", traced.Text, StringComparison.Ordinal);
        Assert.Equal(writer.Value, traced.Registers![$"r{(BitConverter.ToUInt32(traced.Bytes.Span) >> 12) & 15}"]);
        var skipped = await Game.GetTraceAsync(writer.At, skip: 3, lines: 2);
        Assert.Equal(trace.Skip(3).Take(2).Select(each => (each.Address, each.Cycle)), skipped.Select(each => (each.Address, each.Cycle)));
        Assert.All(skipped, each => Assert.Null(each.Registers));
    }

    [Fact]
    public async Task The_call_stack_is_where_the_processor_is()
    {
        var stop = await Game.RunUntilAsync(Counter, "write", 4);
        var stack = await game.Client.GetJsonAsync("/emulators/default/callstack");
        Assert.Equal($"0x{stop!.Pc:X8}", stack.GetProperty("pc").GetString());
        foreach (var call in await Game.GetCallStackAsync())
        {
            // BL in ARM (ARM Architecture Reference Manual, A4.1.5) or in Thumb (A7.1.13).
            var code = await Game.ReadAsync(call.Call, "u32");
            Assert.True((code >> 24 & 15) == 11 || (code & 0xF800F800) == 0xF800F000, $"{code:X8} is a call");
        }

        await Game.ContinueGameAsync();
    }

    [Theory]
    [InlineData("last-writer", "address is required")]
    [InlineData("last-writer?address=0x02000000&length=0", "length must be 1 to 4096; got \"0\".")]
    [InlineData("last-writer?address=0x02000000&frames=36001", "frames must be 1 to 36000; got \"36001\".")]
    [InlineData("last-writer?address=0xFFFFFFFF&length=2", "length must be so short that the range ends on the bus")]
    [InlineData("last-writer?address=[0x02000000]", "an address or a symbol")]
    [InlineData("coverage?exceptFrom=1", "exceptFrom and exceptTo require each other.")]
    [InlineData("coverage?from=x", "from must be 0 to 2147483647; got \"x\".")]
    [InlineData("trace?lines=10001", "lines must be 1 to 10000; got \"10001\".")]
    public async Task Wrong_questions_are_refused(string question, string words)
    {
        using var response = await game.Client.AskAsync("GET", $"/emulators/default/{question}");
        var (status, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal(400, status);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("coverage?from=5&to=4")]
    [InlineData("coverage?to=2000000000")]
    [InlineData("trace?at=2000000000")]
    public async Task Frames_that_the_history_lacks_are_a_conflict(string question)
    {
        using var response = await game.Client.AskAsync("GET", $"/emulators/default/{question}");
        var (status, type, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((409, "conflict"), (status, type));
        Assert.Contains("the history has the frames", detail, StringComparison.Ordinal);
    }
}

/// <summary>What the code of a Game Boy game did.</summary>
[Trait("Needs", "host")]
public sealed class GameBoyInspectionTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Fact]
    public async Task Its_writer_coverage_and_trace_agree()
    {
        File.Copy(RepositoryRoot.Combine("emulator", "rom", "gb", "buttontest.gb"), Path.Combine(game.RomFolder, "buttontest.gb"), true);
        await using var held = await game.Game.HoldAsync(TimeSpan.FromSeconds(60));
        await held.StepAsync(10);
        var write = await game.Game.GetLastWriterAsync(0xC000, frames: 10);
        Assert.Equal((write!.Before + 1) & 0xFF, write.Value);
        var coverage = await game.Game.GetCoverageAsync((write.At, write.At));
        Assert.Contains(coverage.Ranges, range => range.Bank is null && write.Pc >= range.First && write.Pc <= range.Last);
        var trace = await game.Game.GetTraceAsync(write.At, lines: 10_000);
        var traced = Assert.Single(trace, each => each.Address == write.Pc);
        Assert.InRange(traced.Cycle, 0, 70224);

        await held.DisposeAsync();
        var stop = await game.Game.RunUntilAsync(0xC000, "write");
        Assert.Equal((write.Pc, 0xC000u), (stop!.Instruction, stop.Address));
        var stepped = await game.Game.StepInstructionsAsync();
        Assert.NotEqual(stop.Pc, stepped!.Pc);
        await game.Game.GetCallStackAsync();
        await game.Game.ContinueGameAsync();
    }
}
