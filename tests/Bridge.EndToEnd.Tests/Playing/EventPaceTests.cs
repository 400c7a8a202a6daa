namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>
/// The events of all frames come one by one, as the game plays. The script's socket waits for an acknowledgement before it sends the next
/// small message, so a late one makes two or three events arrive together.
/// </summary>
public sealed class EventPaceTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const int Frames = 240;

    // Frames are 16.7 ms apart, so events less than 4 ms apart came together. Without prompt acknowledgements these are 6 to 11 %.
    private static readonly TimeSpan Together = TimeSpan.FromMilliseconds(4);
    private const double MaxShareTogether = 0.02;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Events_of_each_frame_are_not_bunched(bool isBusy)
    {
        using var stop = new CancellationTokenSource();
        var busy = isBusy ? ReadMemoryAsync(stop.Token) : Task.CompletedTask;
        using var events = await LiveEvents.OpenAsync(game.Client, "?topics=frame");
        try
        {
            // Another process may take the processor for a moment, so one quiet stretch is enough.
            await Eventually.HoldsAsync(async () => await ShareTogetherAsync(events) <= MaxShareTogether, "events come one by one");
        }
        finally
        {
            await stop.CancelAsync();
            await busy;
        }
    }

    private static async Task<double> ShareTogetherAsync(LiveEvents events)
    {
        var together = 0;
        await events.ReadAsync();
        var before = TimeProvider.System.GetTimestamp();
        for (var frame = 0; frame < Frames; frame++)
        {
            await events.ReadAsync();
            var now = TimeProvider.System.GetTimestamp();
            if (TimeProvider.System.GetElapsedTime(before, now) < Together)
                together++;
            before = now;
        }

        var share = (double)together / Frames;
        TestContext.Current.TestOutputHelper?.WriteLine($"{share:P1} of the events came together with the one before.");
        return share;
    }

    private async Task ReadMemoryAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
            await game.ReadAsync("0x02000020");
    }
}
