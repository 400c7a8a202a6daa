using System.Runtime.Versioning;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>A bridge whose clips must be ready soon.</summary>
[SupportedOSPlatform("linux")]
public sealed class HastyClipGame : FaultyClipGame
{
    protected override string RenderTime => "00:00:04";
}

/// <summary>A clip that takes too long is given up, and leaves no file.</summary>
[Trait("Needs", "host")]
[SupportedOSPlatform("linux")]
public sealed class ClipTimeTests(HastyClipGame game) : IClassFixture<HastyClipGame>
{
    private const string TooLate = "The clip was not ready within 4 s (Bridge:Clips:RenderTime).";

    [Fact]
    public async Task An_emulator_that_takes_too_long_is_told()
    {
        FaultyClipGame.WriteScript(game.Host, "exec sleep 100");
        await game.RefusesAsync("""{"seconds": 0.1, "wait": true}""", TooLate, 504);
        Assert.Empty(Directory.EnumerateFiles(game.ClipFolder));
    }

    [Theory]
    [InlineData("cat > /dev/null; exec sleep 100")]
    [InlineData("exec sleep 100")]
    public async Task An_ffmpeg_that_takes_too_long_is_told(string does)
    {
        FaultyClipGame.WriteScript(game.Host, FaultyClipGame.RealHost);
        FaultyClipGame.WriteScript(game.Ffmpeg, does);
        await game.Game.WaitFramesAsync(60);
        await game.RefusesAsync("""{"seconds": 1, "format": "mp4", "wait": true}""", TooLate, 504);
        Assert.Empty(Directory.EnumerateFiles(game.ClipFolder));
    }
}
