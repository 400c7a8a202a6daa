using Bridge.Api.Features.Clips;

namespace Bridge.Api.Tests.Features.Clips;

public sealed class ClipOptionsTests
{
    [Fact]
    public void The_settings_have_limits()
    {
        Assert.Empty(new ClipOptions().FindFailures());
        Assert.Empty(new ClipOptions
        {
            Kept = TimeSpan.FromMinutes(1), Number = 1, Bytes = 1 << 20, Renders = 1, RenderTime = TimeSpan.FromSeconds(1),
        }.FindFailures());
        Assert.Empty(new ClipOptions
        {
            Kept = TimeSpan.FromDays(365), Number = 10_000, Bytes = 1L << 40, Renders = 64, RenderTime = TimeSpan.FromHours(1),
        }.FindFailures());
        Assert.Equal(
            [
                "Bridge:Clips:Kept must be 00:01:00 to 365.00:00:00; got 00:00:59.",
                "Bridge:Clips:Number must be 1 to 10000; got 0.",
                "Bridge:Clips:Bytes must be 1048576 to 1099511627776; got 1048575.",
                "Bridge:Clips:Renders must be 1 to 64; got 0.",
                "Bridge:Clips:RenderTime must be 00:00:01 to 01:00:00; got 01:00:01.",
            ],
            new ClipOptions
            {
                Kept = TimeSpan.FromSeconds(59), Number = 0, Bytes = (1 << 20) - 1, Renders = 0, RenderTime = TimeSpan.FromSeconds(3601),
            }.FindFailures());
        var file = Environment.ProcessPath;
        Assert.Equal([$"Bridge:Clips:Folder must be a folder, which the bridge creates if needed; got the file \"{file}\"."],
            new ClipOptions { Folder = file }.FindFailures());
    }
}
