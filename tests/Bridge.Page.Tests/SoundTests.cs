using System.Collections.Concurrent;

namespace Bridge.Page.Tests;

/// <summary>The sound of the game in the page.</summary>
public sealed class SoundTests(Chromium browser, RunningGame game)
{
    // Records, for each piece of sound, the seconds until its end: how much is queued.
    private const string Listen = """
        () => {
          window.queued = [];
          const start = AudioBufferSourceNode.prototype.start;
          AudioBufferSourceNode.prototype.start = function (time) {
            window.queued.push(time + this.buffer.duration - this.context.currentTime);
            return start.call(this, time);
          };
        }
        """;

    private static bool IsSound(IRequest request) => request.Url.EndsWith("/audio/stream", StringComparison.Ordinal);

    [Theory]
    [InlineData("sound")]
    [InlineData("play-sound")]
    public async Task A_button_plays_the_sound_until_the_next_click(string button)
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        var ended = new ConcurrentQueue<IRequest>();
        page.Page.RequestFailed += (_, request) =>
        {
            if (IsSound(request))
                ended.Enqueue(request);
        };
        await page.Page.EvaluateAsync(Listen);
        if (button == "play-sound")
            await page.ClickAsync("Screen", "Play mode");
        await Expect(page.Part(button)).ToHaveAttributeAsync("aria-pressed", "false");
        await page.Page.RunAndWaitForRequestAsync(() => page.Part(button).ClickAsync(), IsSound);
        await Expect(page.Part(button)).ToHaveAttributeAsync("aria-pressed", "true");
        await page.Page.WaitForFunctionAsync("() => window.queued.length > 20");
        Assert.All(await page.Page.EvaluateAsync<double[]>("() => window.queued"), seconds => Assert.InRange(seconds, 0.01, 0.6));
        Assert.Empty(ended);

        await page.Part(button).ClickAsync();
        await Expect(page.Part(button)).ToHaveAttributeAsync("aria-pressed", "false");
        await Eventually.HoldsAsync(() => ended.Count == 1, "the stream is closed");
    }

    [Fact]
    public async Task The_sound_ends_with_the_view_and_the_volume_is_kept()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await page.Page.EvaluateAsync(Listen);
        await page.Page.RunAndWaitForRequestAsync(() => page.Part("sound").ClickAsync(), IsSound);
        await page.Page.WaitForFunctionAsync("() => window.queued.length > 0");
        await page.Part("volume").FocusAsync();
        await page.Page.Keyboard.PressAsync("Home");
        await page.Page.Keyboard.PressAsync("ArrowRight");
        var ended = new TaskCompletionSource();
        page.Page.RequestFailed += (_, request) =>
        {
            if (IsSound(request))
                ended.TrySetResult();
        };
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "Emulators" }).ClickAsync();
        await ended.Task.WaitAsync(Eventually.Patience);
        await page.Page.GetByRole(AriaRole.Tab, new PageGetByRoleOptions { Name = "default" }).ClickAsync();
        await Expect(page.Part("volume")).ToHaveValueAsync("1");
        await Expect(page.Part("sound")).ToHaveAttributeAsync("aria-pressed", "false");
    }
}
