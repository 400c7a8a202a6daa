namespace Bridge.EndToEnd.Tests.MgbaHttp;

/// <summary>Taps and holds of the mGBA-http routes, which merge into a press of their button.</summary>
public sealed class MergedPressTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>, IAsyncLifetime
{
    private const int TapFrames = 16;

    public async ValueTask InitializeAsync() => await game.PlaysAsync();

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await game.ReleaseAllAsync();
    }

    [Fact]
    public async Task Taps_of_a_button_that_is_down_merge()
    {
        var before = (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
        await game.AskAsync("POST", "/mgba-http/button/hold?button=A&duration=3599");
        for (var i = 0; i < 5; i++)
            await game.AskAsync("POST", "/mgba-http/button/tap?button=A");
        Assert.Equal(1, await game.QueuedAsync());
        // Without a frame in between, the hold would end before it begins.
        await game.PlayOnAsync(2);
        await game.AskAsync("POST", "/mgba-http/button/clear?button=A");
        await game.QueueEmptiesAsync();
        await game.PlayOnAsync(3);
        Assert.Equal(before.Item1 + 1, await game.PressesAsync(Button.A));
        Assert.True(await game.FramesDownAsync(Button.A) - before.Item2 < 3600, "the hold was cut short");
    }

    [Fact]
    public async Task A_button_can_be_mashed_for_any_time_and_no_queue_remains()
    {
        var before = (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
        for (var i = 0; i < 300; i++)
            await game.AskAsync("POST", "/mgba-http/button/tap?button=A");
        // The press that runs, and the one after it.
        Assert.InRange(await game.QueuedAsync(), 0, 2);
        await game.QueueEmptiesAsync();
        var presses = await game.PressesAsync(Button.A) - before.Item1;
        Assert.InRange(presses, 1, 300);
        Assert.Equal(TapFrames * presses, await game.FramesDownAsync(Button.A) - before.Item2);
    }

    [Fact]
    public async Task A_tap_does_not_cut_a_hold_short_and_a_hold_lasts_one_frame_longer_than_it_says()
    {
        var before = (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B), await game.FramesDownAsync(Button.L));
        await game.AskAsync("POST", "/mgba-http/button/holdmany?buttons=B&buttons=Up&duration=600");
        await game.AskAsync("POST", "/mgba-http/button/tapmany?buttons=B&buttons=L");
        await game.QueueEmptiesAsync();
        Assert.Equal((before.Item1 + 1, before.Item2 + 601, before.Item3 + TapFrames),
            (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B), await game.FramesDownAsync(Button.L)));
    }

    [Theory]
    [InlineData("/mgba-http/button/clear?button=Down")]
    [InlineData("/mgba-http/button/clearmany?buttons=Down")]
    [InlineData("/core/clearkey?key=7")]
    [InlineData("/core/clearkeys?keyBitmask=128")]
    public async Task Clear_ends_a_hold_of_its_button_and_leaves_the_others(string path)
    {
        await game.AskAsync("POST", "/mgba-http/button/holdmany?buttons=Down&buttons=Select&duration=3599");
        await game.AskAsync("POST", path);
        await Eventually.HoldsAsync(async () => await game.AskAsync("GET", "/mgba-http/button/getall") == "Select", "Down is up");
        await game.AskAsync("POST", "/mgba-http/button/clear?button=Select");
        Assert.Equal(0, await game.QueuedAsync());
    }
}
