using System.Net.Http.Json;
using System.Net.WebSockets;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>An open page in a browser. Runs scripts in it with Chromium's DevTools protocol, as the page's own scripts would run.</summary>
internal sealed class OpenedPage : IDisposable
{
    private readonly ClientWebSocket _socket = new();
    private int _latest;

    /// <param name="devTools">The address of the browser's DevTools.</param>
    /// <param name="address">The address of the page.</param>
    public static async Task<OpenedPage> OfAsync(Uri devTools, string address)
    {
        using var client = new HttpClient();
        string? socket = null;
        await Eventually.HoldsAsync(async () =>
        {
            var pages = await client.GetFromJsonAsync<JsonElement>(new Uri(devTools, "/json/list"));
            socket = pages.EnumerateArray().Where(page => page.GetProperty("url").GetString() == address)
                .Select(page => page.GetProperty("webSocketDebuggerUrl").GetString()).FirstOrDefault();
            return socket is not null;
        }, $"the browser shows {address}");
        var page = new OpenedPage();
        await page._socket.ConnectAsync(new Uri(socket!), CancellationToken.None).WaitAsync(Eventually.Patience);
        // The tab starts with an empty document, which is also complete.
        await Eventually.HoldsAsync(async () => await page.RunAsync("`${document.readyState} ${location.href}`") == $"complete {address}",
            "the page is loaded");
        return page;
    }

    /// <summary>Runs a script until its promise is fulfilled.</summary>
    /// <returns>The result as text.</returns>
    public async Task<string> RunAsync(string script)
    {
        var id = ++_latest;
        var command = new { id, method = "Runtime.evaluate", @params = new { expression = script,
            awaitPromise = true, returnByValue = true } };
        await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(command), WebSocketMessageType.Text,
            endOfMessage: true, CancellationToken.None);
        while (true)
        {
            var message = await ReceiveAsync().WaitAsync(Eventually.Patience);
            if (!message.TryGetProperty("id", out var answered) || answered.GetInt32() != id)
                continue;
            var result = message.GetProperty("result");
            Assert.False(result.TryGetProperty("exceptionDetails", out var failed), failed.ToString());
            return result.GetProperty("result").TryGetProperty("value", out var value) ? value.ToString() : "";
        }
    }

    public void Dispose() => _socket.Dispose();

    private async Task<JsonElement> ReceiveAsync()
    {
        using var text = new MemoryStream();
        var buffer = new byte[16384];
        WebSocketReceiveResult part;
        do
        {
            part = await _socket.ReceiveAsync(buffer, CancellationToken.None);
            text.Write(buffer, 0, part.Count);
        }
        while (!part.EndOfMessage);
        return JsonDocument.Parse(text.ToArray()).RootElement;
    }
}
