using System.Text;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>A response has a Content-Length, so that it is sent in one write and a client needs one read.</summary>
public sealed class BufferedResponseTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Emulator = "/emulators/default";

    [Theory]
    [InlineData("GET", "/mgbaendpoint?message=x", null)]
    [InlineData("GET", $"{Emulator}/memory/0x02000020?type=u8", null)]
    [InlineData("GET", $"{Emulator}/memory/0x02000020?length=16", null)]
    [InlineData("GET", $"{Emulator}/memory", null)]
    [InlineData("PUT", $"{Emulator}/memory/0x02000300", """{"value": 7}""")]
    [InlineData("POST", $"{Emulator}/memory/read", """[{"address": "0x02000020"}]""")]
    [InlineData("POST", $"{Emulator}/batch", """{"operations": [{"op": "read", "address": "0x02000020"}]}""")]
    [InlineData("POST", $"{Emulator}/buttons/press", """{"buttons": ["A"], "wait": true}""")]
    [InlineData("GET", $"{Emulator}/registers", null)]
    [InlineData("GET", Emulator, null)]
    [InlineData("GET", "/core/read8?address=0x02000020", null)]
    [InlineData("POST", "/core/write8?address=0x02000300&value=7", null)]
    [InlineData("GET", "/core/currentframe", null)]
    public async Task A_response_has_a_Content_Length(string method, string path, string? body)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), path)
        {
            Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json"),
        };
        // Without this option the client would buffer the response and set the length itself.
        using var response = await game.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead,
            TestContext.Current.CancellationToken);
        var answer = await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken);
        Assert.True(response.IsSuccessStatusCode, Encoding.UTF8.GetString(answer));
        Assert.Null(response.Headers.TransferEncodingChunked);
        Assert.Equal(answer.Length, response.Content.Headers.ContentLength);
    }

    // Larger than the amount that Kestrel buffers before it waits for the body to be read.
    [Fact]
    public async Task A_chunked_body_of_megabytes_is_accepted()
    {
        var state = await game.Client.GetByteArrayAsync($"{Emulator}/state", TestContext.Current.CancellationToken);
        var text = string.Join(" , ", state.Select(value => $"{value:x2}\r\n"));
        Assert.InRange(text.Length, 2 * 1024 * 1024, 8 * 1024 * 1024);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/core/loadstatebuffer")
            { Content = new ByteArrayContent(Encoding.ASCII.GetBytes(text)) };
        request.Headers.TransferEncodingChunked = true;
        using var response = await game.Client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal((true, "true"),
            (response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)));
    }
}
