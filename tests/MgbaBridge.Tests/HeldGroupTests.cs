using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>Games that are held together.</summary>
public sealed class HeldGroupTests
{
    [Fact]
    public async Task A_game_that_can_not_be_released_does_not_keep_the_others_frozen()
    {
        using var told = new ToldHandler(
            Success("""{"lease": "l1", "frame": 1}"""), Success("""{"lease": "l2", "frame": 1}"""),
            Problem("unknown-emulator", 404), Success(""));
        using var client = told.NewClient(retries: 0);
        var group = await client.HoldAllAsync(["red", "blue"]);

        var failure = await Assert.ThrowsAsync<ProblemException>(() => group.ReleaseAsync());

        Assert.Equal("unknown-emulator", failure.Type);
        Assert.Equal(
            ["DELETE /emulators/red/frames/hold?lease=l1", "DELETE /emulators/blue/frames/hold?lease=l2"], told.Paths[2..]);
    }
}
