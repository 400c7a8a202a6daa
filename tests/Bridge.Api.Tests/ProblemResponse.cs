using System.Net.Http.Headers;
using System.Text.Json;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Tests;

/// <summary>An application/problem+json response, checked for the members that every problem has.</summary>
public sealed record ProblemResponse(int Status, string Anchor, string Detail, string? Parameter, string? Emulator,
    bool? SafeToRepeat, HttpResponseHeaders Headers)
{
    private static readonly string[] Members = ["type", "title", "status", "detail", "parameter", "emulator", "safeToRepeat", "traceId"];

    public static async Task<ProblemResponse> ReadAsync(HttpResponseMessage response)
    {
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.Content.Headers.ContentType?.MediaType == "application/problem+json", $"{(int)response.StatusCode}: {text}");
        var body = JsonDocument.Parse(text).RootElement;
        Assert.All(body.EnumerateObject(), member => Assert.Contains(member.Name, Members));

        string Text(string name) => body.GetProperty(name).GetString()!;
        string? Optional(string name) => body.TryGetProperty(name, out var value) ? value.GetString() : null;

        var status = (int)response.StatusCode;
        var (page, anchor) = (Text("type").Split('#')[0], Text("type").Split('#')[1]);
        Assert.Equal("/docs/troubleshooting.md", page);
        Assert.Contains(ProblemTypes.All, type => type.Anchor == anchor && type.Status == status && type.Title == Text("title"));
        Assert.Equal(status, body.GetProperty("status").GetInt32());
        Assert.NotEmpty(Text("traceId"));
        Assert.True(response.Headers.CacheControl is { NoStore: true }, "A problem must not be cached.");
        var saysWhenToRetry = status is 503 or 429 || anchor == "held";
        Assert.Equal(saysWhenToRetry, response.Headers.RetryAfter is not null);
        return new ProblemResponse(status, anchor, Text("detail"), Optional("parameter"), Optional("emulator"),
            body.TryGetProperty("safeToRepeat", out var safe) ? safe.GetBoolean() : null, response.Headers);
    }

    /// <summary>Checks the problem's type and parameter, and that its detail contains all of <paramref name="words"/>.</summary>
    public void Is(int status, string anchor, string? parameter, params ReadOnlySpan<string> words)
    {
        Assert.Equal((status, anchor, parameter), (Status, Anchor, Parameter));
        Assert.True(Detail.EndsWith('.'), $"Not a sentence: {Detail}");
        foreach (var word in words)
            Assert.Contains(word, Detail, StringComparison.Ordinal);
    }
}
