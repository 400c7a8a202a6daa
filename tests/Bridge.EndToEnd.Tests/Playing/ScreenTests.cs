using System.Globalization;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The picture shows the buttons that the game sees.</summary>
[Trait("Needs", "picture")]
public sealed class ScreenTests(RunningGame game) : IClassFixture<RunningGame>
{
    // The fill of a button's box (emulator/rom/README.md).
    private const int Up = 0x29294A;
    private const int Down = 0xFFB521;

    // emulator/rom/README.md: x and y of each box; the pixel at x + 3, y + 3 belongs to its fill.
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

    private async Task ReleaseAsync()
    {
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        await game.PlayOnAsync(3);
    }

    [Fact]
    public async Task The_picture_shows_the_buttons_that_are_held_and_no_others()
    {
        Assert.Empty((await LookAsync()).Down);
        Button[][] combinations = [.. Enum.GetValues<Button>().Select(button => new[] { button }), [Button.A, Button.Right, Button.L]];
        foreach (var buttons in combinations)
        {
            var held = await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons",
                $$"""{"buttons": ["{{string.Join("\", \"", buttons)}}"]}""");
            await game.PlayOnAsync(3);
            var (down, frame) = await LookAsync();
            Assert.Equal(buttons, down);
            Assert.True(frame >= held.GetProperty("frame").GetInt64() + 3);
        }

        await ReleaseAsync();
        Assert.Empty((await LookAsync()).Down);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(8)]
    public async Task A_larger_picture_has_a_square_for_each_pixel(int scale)
    {
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["B"]}""");
        await game.PlayOnAsync(3);
        var picture = new PngPicture(await game.Client.GetByteArrayAsync($"/emulators/default/screen?scale={scale}"));
        Assert.Equal((240 * scale, 160 * scale), (picture.Width, picture.Height));
        for (var y = 0; y < picture.Height; y++)
        {
            for (var x = 0; x < picture.Width; x++)
                Assert.True(picture[x, y] == picture[x / scale * scale, y / scale * scale], $"{x}, {y}");
        }

        // emulator/rom/README.md: B's box, its border two pixels wide, and its neighbor A.
        Assert.Equal((0xFFF7A5, Down), (picture[(144 * scale) + scale - 1, 94 * scale], picture[147 * scale, 97 * scale]));
        Assert.Equal(Up, picture[195 * scale, 77 * scale]);
        await ReleaseAsync();
    }

    // The ROM's counter changes the picture in each frame, so both requests must run in the same frame.
    [Fact]
    public async Task A_picture_that_the_client_has_already_is_not_sent_again() => await Eventually.HoldsAsync(async () =>
    {
        using var first = await game.Client.GetAsync("/emulators/default/screen?scale=2");
        using var again = new HttpRequestMessage(HttpMethod.Get, "/emulators/default/screen?scale=2");
        again.Headers.IfNoneMatch.Add(first.Headers.ETag!);
        using var second = await game.Client.SendAsync(again);
        if ((int)second.StatusCode != 304)
            return false;
        Assert.Empty(await second.Content.ReadAsByteArrayAsync());
        Assert.Equal(first.Headers.ETag, second.Headers.ETag);
        Assert.Single(second.Headers.GetValues("Emulator-Frame"));
        return true;
    });

    [Fact]
    public async Task A_stream_shows_the_running_game()
    {
        using var stream = await LivePicture.OpenAsync(game.Client, fps: 30);
        var before = (await stream.ReadAsync())!.Value;
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["L"]}""");
        await Eventually.HoldsAsync(async () =>
        {
            var now = (await stream.ReadAsync())!.Value;
            Assert.True(now.Frame > before.Frame);
            before = now;
            // L's box begins at 8, 30.
            return new PngPicture(now.Png)[11, 33] == Down;
        });
        await ReleaseAsync();
    }
}
