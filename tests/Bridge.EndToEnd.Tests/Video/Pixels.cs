namespace Bridge.EndToEnd.Tests.Video;

/// <summary>Compares the screen with pictures of its parts.</summary>
internal static class Pixels
{
    /// <summary>Returns the picture of the screen.</summary>
    public static async Task<PngPicture> ScreenAsync(this RunningGame game) =>
        new(await game.Client.GetByteArrayAsync("/emulators/default/screen"));

    /// <summary>Checks that each pixel of the screen has the color that a function returns.</summary>
    public static void AreThose(this PngPicture screen, Func<int, int, int> colorOf)
    {
        var wrong = 0;
        var first = "";
        for (var y = 0; y < screen.Height; y++)
        {
            for (var x = 0; x < screen.Width; x++)
            {
                var expected = colorOf(x, y);
                if (screen[x, y] == expected)
                    continue;
                if (wrong++ == 0)
                    first = $"the first at {x}, {y}: #{screen[x, y]:X6} instead of #{expected:X6}";
            }
        }

        Assert.True(wrong == 0, $"{wrong} pixels differ, {first}");
    }

    /// <summary>Returns the number of a color that a response has as #RRGGBB.</summary>
    public static int Number(string color) => Convert.ToInt32(color[1..], 16);
}
