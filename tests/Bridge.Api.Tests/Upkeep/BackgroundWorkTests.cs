using Bridge.Api.Diagnostics;

namespace Bridge.Api.Tests.Upkeep;

public sealed class BackgroundWorkTests
{
    [Fact]
    public async Task Work_that_had_not_begun_when_the_program_ended_is_no_failure()
    {
        using var work = new Work(Timeout.InfiniteTimeSpan);

        await work.StartAsync(new CancellationToken(canceled: true));

        await work.ExecuteTask!;
    }

    [Fact]
    public async Task Work_that_is_ended_is_no_failure()
    {
        using var work = new Work(Timeout.InfiniteTimeSpan);
        await work.StartAsync(CancellationToken.None);
        await work.Begun;

        await work.StopAsync(CancellationToken.None);

        await work.ExecuteTask!;
    }

    [Fact]
    public async Task Work_that_fails_is_a_failure()
    {
        using var work = new Work(TimeSpan.FromSeconds(-2));
        await work.StartAsync(CancellationToken.None);

        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => work.ExecuteTask!);
    }

    private sealed class Work(TimeSpan time) : BackgroundWork
    {
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Begun => _begun.Task;

        protected override Task RunAsync(CancellationToken stopping)
        {
            _begun.TrySetResult();
            return Task.Delay(time, TimeProvider.System, stopping);
        }
    }
}
