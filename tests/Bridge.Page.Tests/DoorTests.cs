namespace Bridge.Page.Tests;

/// <summary>The ports at which other tools find the game.</summary>
public sealed class DoorTests(Chromium browser, RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task Open_doors_are_listed_with_their_clients()
    {
        await using var page = await PlayedPage.OpenAsync(browser, game);
        await Expect(page.Part("door-row")).ToBeHiddenAsync();
        var door = await game.Game.OpenDoorAsync("gdb");
        await Expect(page.Part("doors")).ToHaveTextAsync($"gdb at {door.Address} (waiting)");
        using (var client = await GdbClient.ConnectAsync(door.Address!))
        {
            Assert.StartsWith("T05", await client.AskAsync("?"), StringComparison.Ordinal);
            await Expect(page.Part("doors")).ToHaveTextAsync($"gdb at {door.Address} (connected)");
        }

        await game.Game.CloseDoorAsync("gdb");
        await Expect(page.Part("door-row")).ToBeHiddenAsync();
    }
}
