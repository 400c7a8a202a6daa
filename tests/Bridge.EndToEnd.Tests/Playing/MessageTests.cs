using System.Globalization;
using System.Text.Json;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Messages to the player are drawn over the pictures that people look at, and nowhere else.</summary>
[Trait("Needs", "host")]
public sealed class MessageTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    private const int White = 0xFFFFFF;

    // emulator/host/messages.c: a line of 10 pixels, two from the edges, whose letters begin one pixel further. These are the rows of H
    // and i.
    private static readonly string[] H = ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#", "....."];
    private static readonly string[] I = ["..#..", ".....", ".##..", "..#..", "..#..", "..#..", ".###.", "....."];

    [Fact]
    public async Task People_see_a_message_for_its_frames_and_the_game_knows_nothing_of_it()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(30);
        var (state, own, now) = (await MachineAsync(), await ScreenAsync("?messages=false"), await GameNowAsync());
        Assert.Equal(own, await ScreenAsync());

        var shown = await ShowAsync("Hi", 3);
        Assert.True(shown.GetProperty("drawn").GetBoolean());
        Assert.Equal([H, I], [await LetterAsync(1, 0), await LetterAsync(1, 1)]);
        Assert.Equal(own, await ScreenAsync("?messages=false"));
        Assert.Equal(state, await MachineAsync());
        Assert.Equal(now, await GameNowAsync());

        var turn = await Game.Game.ActAsync(new Turn { Settle = 2, Screen = true });
        // The picture of a turn has no message, because it is for a program.
        Assert.NotEqual(H, Letter(new PngPicture(turn.Png!.Value.ToArray()), 1, 0));
        Assert.Equal(H, await LetterAsync(1, 0));
        await held.StepAsync(1);
        Assert.Equal(await ScreenAsync("?messages=false"), await ScreenAsync());
    }

    [Fact]
    public async Task The_newest_message_is_at_the_bottom_and_an_event_tells_of_it()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(5);
        using var events = await LiveEvents.OpenAsync(Client, "?topics=message");
        await ShowAsync("H", 2);
        await ShowAsync("i", 1);
        Assert.Equal([I, H], [await LetterAsync(1, 0), await LetterAsync(2, 0)]);
        var told = await events.ReadAsync(2);
        Assert.Equal(["H 2 True", "i 1 True"], told.Select(each => string.Create(CultureInfo.InvariantCulture,
            $"{each.Json.GetProperty("text").GetString()} {each.Json.GetProperty("frames")} {each.Json.GetProperty("drawn")}")));
        await held.StepAsync(1);
        Assert.Equal(H, await LetterAsync(1, 0));
        await held.StepAsync(1);
    }

    [Fact]
    public async Task A_stream_of_the_screen_has_messages()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(5);
        await ShowAsync("Hi", 2);
        using var stream = await LivePicture.OpenAsync(Client, fps: 60);
        Assert.Equal(H, Letter(new PngPicture((await stream.ReadAsync())!.Value.Png), 1, 0));
        await held.StepAsync(2);
    }

    private async Task<byte[]> MachineAsync() => (await SavedState.GetAsync(Client)).Machine.ToArray();

    private Task<JsonElement> ShowAsync(string text, int frames) =>
        Client.AskForJsonAsync("POST", $"{E}/messages", $$"""{"text": "{{text}}", "frames": {{frames}}}""");

    private Task<byte[]> ScreenAsync(string query = "") => Client.GetByteArrayAsync($"{E}/screen{query}");

    private async Task<string[]> LetterAsync(int line, int column) => Letter(new PngPicture(await ScreenAsync()), line, column);

    // Returns the rows of a letter. Lines count from 1 at the bottom, columns from 0.
    private static string[] Letter(PngPicture picture, int line, int column) =>
        [.. Enumerable.Range(0, 8).Select(y => string.Concat(Enumerable.Range(0, 5).Select(x =>
            picture[3 + (column * 6) + x, picture.Height - 2 - (line * 10) + 1 + y] == White ? '#' : '.')))];
}
