using Bridge.Api.Features.Movies;

namespace Bridge.Api.Tests.Features.Movies;

public sealed class MovieOptionsTests
{
    [Fact]
    public void The_settings_have_limits()
    {
        Assert.Empty(new MovieOptions().FindFailures());
        Assert.Empty(new MovieOptions { Verifications = 1, VerifyTime = TimeSpan.FromSeconds(1) }.FindFailures());
        Assert.Empty(new MovieOptions { Verifications = 64, VerifyTime = TimeSpan.FromHours(1) }.FindFailures());
        Assert.Equal(["Bridge:Movies:Verifications must be 1 to 64; got 0."], new MovieOptions { Verifications = 0 }.FindFailures());
        Assert.Equal(["Bridge:Movies:Verifications must be 1 to 64; got 65."], new MovieOptions { Verifications = 65 }.FindFailures());
        Assert.Equal(["Bridge:Movies:VerifyTime must be 00:00:01 to 01:00:00; got 00:00:00.9000000."],
            new MovieOptions { VerifyTime = TimeSpan.FromMilliseconds(900) }.FindFailures());
        Assert.Equal(["Bridge:Movies:VerifyTime must be 00:00:01 to 01:00:00; got 01:00:01."],
            new MovieOptions { VerifyTime = TimeSpan.FromSeconds(3601) }.FindFailures());
        var file = Environment.ProcessPath;
        Assert.Equal([$"Bridge:Movies:Folder must be a folder, which the bridge creates if needed; got the file \"{file}\"."],
            new MovieOptions { Folder = file }.FindFailures());
    }
}
