using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>What tests of clips have in common.</summary>
public abstract class ClipTest(ClockedGame game) : HistoryTest(game)
{
    /// <summary>Makes a clip, waits until it is ready, and returns what the bridge says of it and its file.</summary>
    protected async Task<(JsonElement Clip, byte[] File)> ClipAsync(string body)
    {
        using var response = await Client.AskAsync("POST", $"{E}/clips", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        var id = JsonDocument.Parse(text).RootElement.GetProperty("id").GetString();
        var file = await Client.GetByteArrayAsync($"{E}/clips/{id}/file");
        return (await Client.GetJsonAsync($"{E}/clips/{id}"), file);
    }

    /// <summary>Returns the pixels of the screen, three bytes each.</summary>
    protected async Task<(int Width, int Height, byte[] Pixels)> ScreenAsync()
    {
        var png = new PngPicture(await Client.GetByteArrayAsync($"{E}/screen"));
        var pixels = new byte[3 * png.Width * png.Height];
        for (var at = 0; at < pixels.Length; at += 3)
        {
            var pixel = png[at / 3 % png.Width, at / 3 / png.Width];
            (pixels[at], pixels[at + 1], pixels[at + 2]) = ((byte)(pixel >> 16), (byte)(pixel >> 8), (byte)pixel);
        }

        return (png.Width, png.Height, pixels);
    }
}
