using System.Globalization;
using Microsoft.AspNetCore.WebUtilities;

namespace Bridge.Testing.Http;

/// <summary>A client of …/screen/stream that reads like a browser.</summary>
public sealed class LivePicture : IDisposable
{
    private readonly HttpResponseMessage _response;
    private readonly MultipartReader _parts;

    private LivePicture(HttpResponseMessage response, Stream body)
    {
        _response = response;
        _parts = new MultipartReader("picture", body);
    }

    public static async Task<LivePicture> OpenAsync(HttpClient client, int fps = 15, string emulator = "default")
    {
        var response = await client.GetAsync($"/emulators/{emulator}/screen/stream?fps={fps}", HttpCompletionOption.ResponseHeadersRead);
        var body = await response.Content.ReadAsStreamAsync();
        Assert.True(response.IsSuccessStatusCode, $"{(int)response.StatusCode}");
        Assert.Equal("multipart/x-mixed-replace; boundary=picture", response.Content.Headers.ContentType?.ToString());
        Assert.True(response.Headers.CacheControl?.NoStore);
        return new LivePicture(response, body);
    }

    /// <summary>Returns the next picture; null at the stream's end.</summary>
    public async Task<(byte[] Png, long Frame)?> ReadAsync()
    {
        using var png = new MemoryStream();
        MultipartSection? part;
        try
        {
            part = await _parts.ReadNextSectionAsync().WaitAsync(Eventually.Patience);
            await part!.Body.CopyToAsync(png).WaitAsync(Eventually.Patience);
        }
        catch (IOException exception) when (exception.Message.StartsWith("Unexpected end of Stream", StringComparison.Ordinal))
        {
            // When the stream ends, the boundary of the next part has already arrived.
            return null;
        }

        Assert.Equal(("image/png", $"{png.Length}"), (part.ContentType, (string?)part.Headers!["Content-Length"]));
        return (png.ToArray(), long.Parse(part.Headers["Emulator-Frame"]!, CultureInfo.InvariantCulture));
    }

    public void Dispose() => _response.Dispose();
}
