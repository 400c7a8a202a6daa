using System.Text;
using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>Extensions to send requests to the bridge.</summary>
public static class Asking
{
    public static Task<HttpResponseMessage> AskAsync(
        this HttpClient client, string method, string path, string? json = null,
        HttpCompletionOption completion = HttpCompletionOption.ResponseContentRead) =>
        client.SendAsync(new HttpRequestMessage(new HttpMethod(method), path)
        {
            Content = json is null ? null : new StringContent(json, Encoding.UTF8, "application/json"),
        }, completion);

    /// <summary>Waits until the bridge is ready.</summary>
    public static Task IsReadyAsync(this HttpClient client) => Eventually.HoldsAsync(async () =>
    {
        using var ready = await client.GetAsync("/health/ready");
        return ready.IsSuccessStatusCode;
    }, "ready");

    /// <summary>Sends a GET and returns its JSON; the status must be 200.</summary>
    public static Task<JsonElement> GetJsonAsync(this HttpClient client, string path) => client.AskForJsonAsync("GET", path);

    /// <summary>Sends a request and returns its JSON; the status must be 200.</summary>
    public static async Task<JsonElement> AskForJsonAsync(this HttpClient client, string method, string path, string? json = null)
    {
        using var response = await client.AskAsync(method, path, json);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, $"{method} {path} answered {(int)response.StatusCode}: {text}");
        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
        return JsonDocument.Parse(text).RootElement;
    }
}
