using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>Starts 50 requests before the bridge is stopped, and records how each of them ends.</summary>
internal sealed class FiftyInFlight
{
    private const string Press = "/emulators/default/buttons/press";
    private const string Wait = "/emulators/default/frames/wait";
    private const string Step = "/emulators/default/frames/step";

    // The first four lines of Playing, which don't finish before the bridge is stopped.
    private const int LongRequests = 37;
    private const int WaitsBeforeHold = 35;

    private static readonly (int Count, string Path, string Body)[] Playing =
    [
        (20, Wait, """{"frames": 36000}"""),
        (5, Wait, """{"until": {"address": "0x02000100", "is": "eq", "value": 1}, "timeoutFrames": 36000}"""),
        (6, Press, """{"buttons": ["A"], "hold": 600}"""),
        (6, Press, """{"buttons": ["B"], "hold": 600}"""),
        // These requests have the time to finish.
        (4, Press, """{"buttons": ["Select"], "hold": 3}"""),
        (4, Wait, """{"frames": 20}"""),
    ];

    // A game that is already held takes no waits.
    private static readonly (int Count, string Path, string Body)[] BeforeHold = [(WaitsBeforeHold, Wait, """{"frames": 36000}""")];
    private static readonly (int Count, string Path, string Body)[] Held = [(10, Step, """{"frames": 600}""")];

    private readonly List<Task<string>> _requests = [];

    public static async Task<FiftyInFlight> BeginAsync(HttpClient client, bool held)
    {
        var begun = new FiftyInFlight();
        if (held)
        {
            begun.Add(client, BeforeHold);
            await HasInFlightAsync(client, WaitsBeforeHold);
            await client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 600}""");
        }

        begun.Add(client, held ? Held : Playing);
        for (var i = 0; i < 3; i++)
            begun._requests.Add(await StreamAsync(client, "/emulators/default/events?topics=frame,buttons"));
        for (var i = 0; i < 2; i++)
            begun._requests.Add(await StreamAsync(client, "/emulators/default/screen/stream"));
        // Of Playing, the others may have finished already.
        await HasInFlightAsync(client, LongRequests);
        return begun;
    }

    /// <summary>Waits for all requests and returns how they ended: a status and the problem's type, or the error.</summary>
    public async Task<IReadOnlyList<string>> EndsAsync() => await Task.WhenAll(_requests).WaitAsync(Eventually.Patience);

    private void Add(HttpClient client, (int Count, string Path, string Body)[] requests)
    {
        foreach (var (count, path, body) in requests)
            _requests.AddRange(Enumerable.Range(0, count).Select(_ => EndAsync(client, path, body)));
    }

    private static Task HasInFlightAsync(HttpClient client, int count) => Eventually.HoldsAsync(async () =>
        (await client.GetJsonAsync("/emulators/default")).GetProperty("connection").GetProperty("inFlight").GetInt32() >= count,
        $"{count} requests are in flight");

    private static async Task<string> EndAsync(HttpClient client, string path, string body)
    {
        try
        {
            using var response = await client.AskAsync("POST", path, body);
            var text = await response.Content.ReadAsStringAsync();
            if (response.IsSuccessStatusCode)
                return "200";
            var end = $"{(int)response.StatusCode} {JsonDocument.Parse(text).RootElement.GetProperty("type").GetString()!.Split('#')[1]}";
            return end == "503 stopping" && response.Headers.RetryAfter is null ? "503 without Retry-After" : end;
        }
        catch (Exception exception)
        {
            return $"{path} {exception.GetType().Name}: {exception.Message} {exception.InnerException?.Message}";
        }
    }

    // The requests have started when this method returns; the inner task ends with their results.
    private static async Task<Task<string>> StreamAsync(HttpClient client, string path)
    {
        var response = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
        Assert.True(response.IsSuccessStatusCode, $"{(int)response.StatusCode}");
        return StreamEndsAsync(response, path);
    }

    private static async Task<string> StreamEndsAsync(HttpResponseMessage response, string path)
    {
        using var ended = response;
        try
        {
            await using var body = await response.Content.ReadAsStreamAsync();
            await body.CopyToAsync(Stream.Null);
            return $"{(int)response.StatusCode}";
        }
        catch (Exception exception)
        {
            return $"{path} {exception.GetType().Name}: {exception.Message} {exception.InnerException?.Message}";
        }
    }
}
