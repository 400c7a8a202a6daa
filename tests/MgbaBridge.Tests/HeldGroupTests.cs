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

    [Fact]
    public async Task A_hold_of_several_that_fails_throws_why_and_not_what_its_release_throws()
    {
        using var told = new ToldHandler(
            Success("""{"lease": "l1", "frame": 1}"""), Problem("no-emulator", 503), Problem("internal-error", 500));
        using var client = told.NewClient(retries: 0);

        var failure = await Assert.ThrowsAsync<ProblemException>(() => client.HoldAllAsync(["red", "blue"]));

        Assert.Equal("no-emulator", failure.Type);
        Assert.Equal("DELETE /emulators/red/frames/hold?lease=l1", told.Paths[^1]);
    }
}
