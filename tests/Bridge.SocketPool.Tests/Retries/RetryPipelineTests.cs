using Bridge.SocketPool.Retries;
using Bridge.Testing;
using Polly;

namespace Bridge.SocketPool.Tests.Retries;

/// <summary>When failed requests are retried.</summary>
public sealed class RetryPipelineTests
{
    private static readonly TimeSpan MaxDelay = TimeSpan.FromMilliseconds(500);

    private readonly FakeTime _time = new();
    private readonly List<TimeSpan> _attempts = [];

    [Fact]
    public async Task Delays_are_of_the_pipeline_and_no_longer_than_the_longest()
    {
        // The pipeline's first attempt is already the first retry, so nine delays follow.
        var running = RunAsync(retries: 10, left: TimeSpan.FromMinutes(1), EmulatorFailure.NotApplied);
        await MoveOnUntilEndedAsync(running);

        Assert.Equal(EmulatorFailure.NotApplied, (await Assert.ThrowsAsync<EmulatorException>(() => running)).Failure);
        var delays = _attempts.Zip(_attempts.Skip(1), (one, next) => next - one).ToArray();
        Assert.Equal(9, delays.Length);
        Assert.All(delays, delay => Assert.InRange(delay, TimeSpan.Zero, MaxDelay));
        Assert.Contains(MaxDelay, delays); // With jitter, a later one may be shorter.
        Assert.True(delays.Distinct().Count() > 3, "Delays have jitter.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(30)]
    [InlineData(499)]
    [InlineData(510)]
    public async Task No_delay_passes_the_deadline(int milliseconds)
    {
        var left = TimeSpan.FromMilliseconds(milliseconds);
        var running = RunAsync(retries: 10, left, EmulatorFailure.NotApplied);
        await MoveOnUntilEndedAsync(running);

        await Assert.ThrowsAsync<EmulatorException>(() => running);
        Assert.All(_attempts, attempt => Assert.InRange(attempt, TimeSpan.Zero, left));
    }

    [Theory]
    [InlineData(EmulatorFailure.NoEmulator, true, 2)]
    [InlineData(EmulatorFailure.NoEmulator, false, 1)]
    [InlineData(EmulatorFailure.Paused, true, 1)]
    [InlineData(EmulatorFailure.TimedOut, true, 1)]
    public async Task A_request_is_retried_if_the_emulator_was_just_connected(EmulatorFailure failure, bool hadConnection, int attempts)
    {
        var running = RunAsync(retries: 2, TimeSpan.FromMinutes(1), failure, hadConnection);
        await MoveOnUntilEndedAsync(running);

        Assert.Equal(failure, (await Assert.ThrowsAsync<EmulatorException>(() => running)).Failure);
        Assert.Equal(attempts, _attempts.Count);
    }

    private async Task MoveOnUntilEndedAsync(Task running)
    {
        while (!running.IsCompleted)
        {
            await Eventually.HoldsAsync(() => running.IsCompleted || _time.NextDue is not null);
            if (_time.NextDue is { } due)
                _time.Advance(due - _time.Elapsed);
        }
    }

    private async Task RunAsync(int retries, TimeSpan left, EmulatorFailure failure, bool hadConnection = false)
    {
        var context = ResilienceContextPool.Shared.Get(TestContext.Current.CancellationToken);
        RetryPipeline.SetDeadline(context, _time.GetTimestamp() + (long)(left.TotalSeconds * _time.TimestampFrequency));
        RetryPipeline.SetHadConnection(context, hadConnection);
        await RetryPipeline.Create(retries, _time, new Random(1)).ExecuteAsync<int>(
            _ =>
            {
                _attempts.Add(_time.Elapsed);
                throw new EmulatorException(failure, "It failed.");
            },
            context);
    }
}
