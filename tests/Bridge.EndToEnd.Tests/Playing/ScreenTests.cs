using System.Globalization;

namespace Bridge.EndToEnd.Tests.Playing;

public sealed class ScreenTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const int Up = 0x29294A;
    private const int Down = 0xFFB521;

    // docs/rom.md: x and y of each box; the pixel at x + 3, y + 3 belongs to its fill.
    private static readonly (int X, int Y)[] Boxes =
        [(192, 74), (144, 94), (56, 132), (124, 132), (72, 81), (8, 81), (40, 58), (40, 104), (176, 30), (8, 30)];

    private async Task<(Button[] Down, long Frame)> LookAsync()
    {
        using var response = await game.Client.GetAsync("/emulators/default/screen");
        Assert.Equal((200, "image/png"), ((int)response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        var picture = new PngPicture(await response.Content.ReadAsByteArrayAsync());
        Assert.Equal((240, 160), (picture.Width, picture.Height));
        var fills = Boxes.Select(box => picture[box.X + 3, box.Y + 3]).ToArray();
        Assert.All(fills, fill => Assert.True(fill is Up or Down, $"{fill:X6}"));
        return ([.. Enum.GetValues<Button>().Where(button => fills[(int)button] == Down)],
            long.Parse(Assert.Single(response.Headers.GetValues("Emulator-Frame")), CultureInfo.InvariantCulture));
    }

    [Fact]
    public async Task The_picture_shows_the_buttons_that_are_held_and_no_others()
    {
        Assert.Empty((await LookAsync()).Down);
        Button[][] combinations = [.. Enum.GetValues<Button>().Select(button => new[] { button }), [Button.A, Button.Right, Button.L]];
        foreach (var buttons in combinations)
        {
            var held = await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", $$"""{"buttons": ["{{string.Join("\", \"", buttons)}}"]}""");
            await game.PlayOnAsync(3);
            var (down, frame) = await LookAsync();
            Assert.Equal(buttons, down);
            Assert.True(frame >= held.GetProperty("frame").GetInt64() + 3);
        }

        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await game.PlayOnAsync(3);
        Assert.Empty((await LookAsync()).Down);
    }
}
