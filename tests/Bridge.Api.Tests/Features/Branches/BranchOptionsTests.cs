using Bridge.Api.Features.Branches;

namespace Bridge.Api.Tests.Features.Branches;

public sealed class BranchOptionsTests
{
    [Fact]
    public void The_settings_have_limits()
    {
        Assert.Empty(new BranchOptions().FindFailures());
        Assert.Empty(new BranchOptions { Processes = 1, RunTime = TimeSpan.FromSeconds(1) }.FindFailures());
        Assert.Empty(new BranchOptions { Processes = 64, RunTime = TimeSpan.FromHours(1) }.FindFailures());
        Assert.Equal(
            [
                "Bridge:Branches:Processes must be 1 to 64; got 65.",
                "Bridge:Branches:RunTime must be 00:00:01 to 01:00:00; got 00:00:00.",
            ],
            new BranchOptions { Processes = 65, RunTime = TimeSpan.Zero }.FindFailures());
    }
}
