using Bridge.EndToEnd.Tests.Safety.States;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>GDB does not know the processor of the Game Boy, so its door stays closed.</summary>
[Trait("Needs", "host")]
public sealed class GdbGameBoyTests(RunningColor game) : IClassFixture<RunningColor>
{
    [Fact]
    public async Task It_is_refused()
    {
        var refused = await Assert.ThrowsAsync<ProblemException>(() => game.Game.OpenDoorAsync("gdb"));
        Assert.Equal((501, "unsupported"), (refused.Status, refused.Type));
        Assert.Contains("SM83", refused.Detail, StringComparison.Ordinal);
        Assert.Null((await game.Game.GetDoorAsync("gdb")).Address);
    }
}
