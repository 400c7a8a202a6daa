using System.Text;

namespace Bridge.EndToEnd.Tests.MgbaHttp;

/// <summary>
/// A running game with all files that the mGBA-http routes can load: a ROM, a save file, a state in a file and one in slot 9.
/// </summary>
public sealed class MgbaHttpGame : RunningGame
{
    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        await File.WriteAllBytesAsync(Path.Combine(FileFolder, "buttontest.sav"), new byte[32768]);
        Assert.Equal("true", await AskAsync("POST", "/core/savestatefile?path=buttontest.ss1"));
        Assert.Equal("true", await AskAsync("POST", "/core/savestateslot?slot=9"));
    }

    /// <summary>Sends a request and returns the text of the response, which must be 200.</summary>
    public async Task<string> AskAsync(string method, string path, string? body = null)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "text/plain");
        using var response = await Client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, $"{method} {path} answered {(int)response.StatusCode}: {text}");
        Assert.Equal("text/plain; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        return text;
    }
}
