using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Machine code that the test writes into memory, and that of the game.</summary>
[Trait("Needs", "host")]
public sealed class DisassemblyTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Disassembly = "/emulators/default/disassembly";
    private const uint Code = 0x02001000;

    private Emulator Game => game.Game;

    [Theory]
    [InlineData("arm", "1200a0e3", "mov r0, #18")]
    [InlineData("arm", "00f021e1", "msr cpsr_c, r0")]
    [InlineData("arm", "a0d09fe5", "ldr sp, [0x020010A8]")]
    [InlineData("arm", "040000ea", "b 0x02001018")]
    [InlineData("arm", "f0412de9", "stmdb sp!, {r4-r8,lr}")]
    [InlineData("arm", "b010c4e1", "strh r1, [r4, #0]")]
    [InlineData("thumb", "0120", "mov r0, #1")]
    [InlineData("thumb", "00f004f8", "bl 0x0200100C")]
    [InlineData("thumb", "fcd1", "bne 0x02000FFC")]
    [InlineData("thumb", "10bd", "ldmia sp!, {r4,pc}")]
    public async Task An_instruction_is_disassembled(string mode, string hex, string text)
    {
        var bytes = Convert.FromHexString(hex);
        await Game.WriteBytesAsync(Code, bytes);
        var instruction = Assert.Single(await Game.DisassembleAsync(Code, 1, mode));
        Assert.Equal((Code, hex, text), (instruction.Address, Convert.ToHexStringLower(instruction.Bytes.Span), instruction.Text));
    }

    [Fact]
    public async Task Instructions_follow_each_other_up_to_the_end_of_the_memory()
    {
        await Game.WriteBytesAsync(Code, Convert.FromHexString("012000f004f8"));
        // An odd address means Thumb.
        Assert.Equal([Code, Code + 2, Code + 6], (await Game.DisassembleAsync(Code + 1, 3)).Select(each => each.Address));
        Assert.Equal(2, (await Game.DisassembleAsync(0x0203FFF8, 256, "arm")).Count);
        Assert.Equal(256, (await Game.DisassembleAsync(0x08000000, 256, "thumb")).Count);
        // The pattern of the ROM is at the end of a chain.
        Assert.Equal(0x02000110u, Assert.Single(await Game.DisassembleAsync("[0x02000008]+0x10", 1, "arm")).Address);
    }

    [Fact]
    public async Task By_default_it_begins_where_the_processor_runs_next()
    {
        await using var held = await Game.HoldAsync(TimeSpan.FromSeconds(60));
        var registers = await Game.GetRegistersAsync();
        // Bit 5 of CPSR is set in Thumb code. Between frames, mGBA's r15 is one instruction past the one that runs next.
        var isThumb = (registers["cpsr"] & 0x20) != 0;
        var next = registers["r15"] - (isThumb ? 2 : 4);
        var code = await game.Client.GetJsonAsync($"{Disassembly}?lines=2");
        Assert.Equal(isThumb ? "thumb" : "arm", code.GetProperty("mode").GetString());
        Assert.Equal($"0x{next:X8}", code.GetProperty("instructions")[0].GetProperty("address").GetString());
    }

    [Theory]
    [InlineData("lines=0", 400, "lines must be 1 to 256; got \"0\".")]
    [InlineData("mode=x86", 400, "mode must be arm, thumb, sm83; got \"x86\".")]
    [InlineData("mode=sm83", 400, "arm or thumb on a GBA")]
    [InlineData("address=0x02000002&mode=arm", 400, "address must be a multiple of 4 in ARM code; got 0x02000002.")]
    [InlineData("address=0x01000000", 400, "Nothing is at 0x01000000")]
    [InlineData("address=here", 400, "address must be")]
    public async Task A_wrong_request_is_refused(string query, int status, string words)
    {
        using var response = await game.Client.GetAsync($"{Disassembly}?{query}");
        var (got, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal(status, got);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }
}

/// <summary>The same on the Game Boy.</summary>
[Trait("Needs", "host")]
public sealed class GameBoyDisassemblyTests(RunningGameBoy game) : IClassFixture<RunningGameBoy>
{
    [Theory]
    [InlineData("3e01", "ld a, $01")]
    [InlineData("ea00c0", "ld [$C000], a")]
    [InlineData("18fe", "jr $C800")]
    [InlineData("cb37", "swap a")]
    [InlineData("f3", "di")]
    public async Task An_instruction_is_disassembled(string hex, string text)
    {
        await game.Game.WriteBytesAsync(0xC800, Convert.FromHexString(hex));
        var instruction = Assert.Single(await game.Game.DisassembleAsync(0xC800, 1));
        Assert.Equal((0xC800u, hex, text), (instruction.Address, Convert.ToHexStringLower(instruction.Bytes.Span), instruction.Text));
    }

    [Fact]
    public async Task It_begins_at_the_program_counter_and_knows_one_mode()
    {
        var pc = (await game.Game.GetRegistersAsync())["pc"];
        Assert.Equal(3, (await game.Game.DisassembleAsync(lines: 3)).Count);
        Assert.InRange(pc, 0, 0xFFFF);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => game.Game.DisassembleAsync(0xC000, mode: "arm"));
        Assert.Contains("sm83 on a Game Boy", refused.Detail, StringComparison.Ordinal);
    }
}
