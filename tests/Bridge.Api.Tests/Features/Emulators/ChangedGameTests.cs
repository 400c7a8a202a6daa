namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>The game changes without the bridge being told.</summary>
public sealed class ChangedGameTests() : FakedBridge
{
    [Fact]
    public async Task Buttons_are_validated_against_the_new_game()
    {
        Fake.Answers = async request =>
        {
            await request.ReplyAsync("0", "0", "0");
            return true;
        };
        Fake.Facts = [.. Fake.Facts.Select(fact => fact == "platform=GBA" ? "platform=GB" : fact)];
        foreach (var connection in Fake.Connections)
            await connection.ReplyAsync(0, "new-game", [], []);
        // GET of the emulator would refresh the facts by itself.
        await Eventually.HoldsAsync(async () =>
        {
            using var response = await Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["R"], "wait": false}""");
            return (int)response.StatusCode == 400;
        }, "a Game Boy has no R");
    }
}
