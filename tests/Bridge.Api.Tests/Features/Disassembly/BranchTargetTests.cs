using Bridge.Api.Features.Disassembly;

namespace Bridge.Api.Tests.Features.Disassembly;

public sealed class BranchTargetTests
{
    [Theory]
    [InlineData("b 0x02001018", 0x02001018u)]
    [InlineData("bne 0x08000154", 0x08000154u)]
    [InlineData("bl 0x0200100C", 0x0200100Cu)]
    [InlineData("jr $C800", 0xC800u)]
    [InlineData("jr nz, $0150", 0x0150u)]
    [InlineData("jp $0150", 0x0150u)]
    [InlineData("call z, $4000", 0x4000u)]
    [InlineData("rst $38", 0x38u)]
    [InlineData("bx lr", null)]
    [InlineData("jp hl", null)]
    [InlineData("ret", null)]
    [InlineData("", null)]
    [InlineData("ld a, $01", null)]
    [InlineData("ld [$C000], a", null)]
    [InlineData("ldr sp, [0x020010A8]", null)]
    [InlineData("bic r0, r0, #31", null)]
    [InlineData("bic r0, r0, 0x0000001F", null)]
    [InlineData("mov r0, #18", null)]
    [InlineData("swi 0x050000", null)]
    public void A_branch_says_where_it_goes(string text, uint? target) => Assert.Equal(target, BranchTarget.Of(text));
}
