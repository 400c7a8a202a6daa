namespace Bridge.Page.Tests;

/// <summary>Messages to the player over the screen.</summary>
public sealed class MessageTests(Chromium browser, RunningGame game, StockGame stock) : IClassFixture<StockGame>
{
    private const string Messages = "/emulators/default/messages";

    [Fact]
    public async Task The_page_shows_a_message_where_the_emulator_cannot_draw_it()
    {
        await using var page = await PlayedPage.OpenAsync(browser, stock);
        var shown = page.Part("messages").GetByRole(AriaRole.Listitem);
        await Eventually.HoldsAsync(async () =>
        {
            await stock.Client.AskForJsonAsync("POST", Messages, """{"text": "Found <b>it</b>", "frames": 600}""");
            return await shown.CountAsync() > 0;
        });
        await Expect(shown.First).ToHaveTextAsync("Found <b>it</b>");
        await Expect(shown).ToHaveCountAsync(0, new() { Timeout = 30_000 });
    }

    [Fact]
    public async Task A_message_in_the_picture_is_not_shown_twice()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await game.Client.AskForJsonAsync("POST", Messages, """{"text": "Found it", "frames": 1}""");
        // Events come in order: once the page shows this note, it has seen the message.
        await game.Client.AskForJsonAsync("POST", "/emulators/default/notes", """{"text": "then"}""");
        await Expect(page.Part("note-said")).ToHaveTextAsync("then");
        await Expect(page.Part("messages").GetByRole(AriaRole.Listitem)).ToHaveCountAsync(0);
    }
}
