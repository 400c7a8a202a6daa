using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The process of an emulator that another bridge started, whose id may be another process's by now.</summary>
[SupportedOSPlatform("linux")]
public sealed class HostProcessTests
{
    private const string Secret = "secret";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_signal_does_not_reach_the_next_process_with_the_id(bool byHandle)
    {
        Assert.SkipWhen(ReusedId.Missing is not null, ReusedId.Missing ?? "");
        await ReusedId.TestAsync(first => Open(first.Id), async (handle, next) =>
        {
            Assert.False(handle.IsRunning);

            handle.Send(ProcessSignal.Terminate);

            Assert.False(handle.IsRunning);
            Assert.True(await ReusedId.RepeatsAsync(next));
            using var own = Open(next.Id);
            own.Send(ProcessSignal.Terminate);
            Assert.False(await ReusedId.RepeatsAsync(next));
            await next.WaitForExitAsync();
        });

        ProcessHandle Open(int id)
        {
            var handle = byHandle ? ProcessHandle.Open(id) : ProcessHandle.OpenByStart(id);
            Assert.True(handle.IsRunning);
            return handle;
        }
    }

    [Fact]
    public async Task Ending_an_emulator_does_not_end_the_next_process_with_its_id()
    {
        Assert.SkipWhen(ReusedId.Missing is not null, ReusedId.Missing ?? "");
        var time = new FakeTime();
        await ReusedId.TestAsync(
            first => HostProcess.Find(first.Id, ReusedId.StartOf(first.Id), Secret, "/", time)!,
            async (host, next) =>
            {
                var end = host.EndAsync();
                time.Advance(TimeSpan.FromSeconds(2));
                await end.WaitAsync(Eventually.Patience);

                Assert.True(await ReusedId.RepeatsAsync(next));
                next.Kill();
            });
    }

    [Fact]
    public async Task Only_the_process_of_the_record_is_found()
    {
        using var process = ReusedId.StartCat();
        var startedAt = ReusedId.StartOf(process.Id);

        Assert.Null(HostProcess.Find(process.Id, startedAt - 1, Secret, "/", TimeProvider.System));
        Assert.Null(HostProcess.Find(process.Id, 0, Secret, "/", TimeProvider.System));
        Assert.Null(HostProcess.Find(-1, 0, Secret, "/", TimeProvider.System));
        Assert.True(await ReusedId.RepeatsAsync(process));
        using var found = HostProcess.Find(process.Id, startedAt, Secret, "/", TimeProvider.System)!;
        await found.EndAsync().WaitAsync(Eventually.Patience);
        Assert.True(found.Ended.IsCompletedSuccessfully);
        Assert.False(await ReusedId.RepeatsAsync(process));
        Assert.Null(HostProcess.Find(found.Id, startedAt, Secret, "/", TimeProvider.System));
    }
}
