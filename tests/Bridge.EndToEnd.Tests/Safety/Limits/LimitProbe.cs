namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The tools of a test for one limit.</summary>
internal sealed class LimitProbe(LimitedGame game, Limit limit)
{
    /// <summary>The path of the emulator.</summary>
    public const string Emulator = "/emulators/default";

    public LimitedGame Game => game;

    public HttpClient Client => game.Client;

    /// <summary>Gets the limit in the table.</summary>
    public long Max => limit.Max;

    /// <summary>Gets the status in the table; fails if it is not a number.</summary>
    public int Past => int.Parse(limit.Past, null);

    /// <summary>Gets what the table says of a request past the limit: a status, or in words what happens.</summary>
    public string PastWord => limit.Past;

    /// <summary>Sends one request with a number in it: the limit is accepted, one more is refused.</summary>
    /// <param name="method">The HTTP method.</param>
    /// <param name="path">The path with the number.</param>
    /// <param name="json">The body with the number.</param>
    /// <param name="atMost">The status at the limit if it isn't a success.</param>
    public async Task RequestAsync(string method, Func<long, string> path, Func<long, string>? json = null, int? atMost = null)
    {
        await TakesAsync(method, path(Max), json?.Invoke(Max), atMost);
        await RefusesAsync(method, path(Max + 1), json?.Invoke(Max + 1));
    }

    /// <summary>Sends a request that must succeed, or be answered with this status.</summary>
    public async Task TakesAsync(string method, string path, string? json = null, int? status = null)
    {
        using var response = await Client.AskAsync(method, path, json);
        var got = (int)response.StatusCode;
        Assert.True(status is { } expected ? got == expected : response.IsSuccessStatusCode,
            $"{limit.What}: {method} {path[..Math.Min(path.Length, 100)]} at the limit answered {got}: {await BeginningOfAsync(response)}");
    }

    /// <summary>Sends a request that must be answered with the status past the limit.</summary>
    public async Task RefusesAsync(string method, string path, string? json = null)
    {
        using var response = await Client.AskAsync(method, path, json);
        Refused(response.StatusCode, await BeginningOfAsync(response));
    }

    public void Refused(System.Net.HttpStatusCode status, string text) =>
        Assert.True((int)status == Past, $"{limit.What}: past the limit answered {(int)status}: {text}");

    /// <summary>Sends long requests: the limit of concurrent ones is accepted, one more is refused.</summary>
    /// <param name="ask">Sends a request.</param>
    public async Task QueueAsync(Func<CancellationToken, Task<HttpResponseMessage>> ask)
    {
        using var leaving = new CancellationTokenSource();
        var asked = Enumerable.Range(0, (int)Max + 1).Select(_ => ask(leaving.Token)).ToArray();
        try
        {
            using var refused = await await Task.WhenAny(asked).WaitAsync(Eventually.Patience);
            Refused(refused.StatusCode, await BeginningOfAsync(refused));
            await Eventually.HoldsAsync(async () => await InFlightAsync() >= Max, $"{limit.What}: {Max} are running");
            Assert.Equal(Max, asked.Count(request => !request.IsCompleted));
        }
        finally
        {
            await leaving.CancelAsync();
            await Task.WhenAll(asked.Select(async request =>
            {
                try
                {
                    (await request).Dispose();
                }
                catch (OperationCanceledException)
                {
                    // This request had been waiting.
                }
            }));
            // Requests of the bridge itself, like pings, may be in flight.
            await Eventually.HoldsAsync(async () => await InFlightAsync() < Math.Min(Max, 8), $"{limit.What}: they have ended");
        }
    }

    /// <summary>Opens streams: the limit of open ones is accepted, one more is refused.</summary>
    public async Task StreamsAsync(string path)
    {
        var open = new List<HttpResponseMessage>();
        try
        {
            await Parallel.ForEachAsync(Enumerable.Range(0, (int)Max),
                new ParallelOptions { MaxDegreeOfParallelism = 32 }, async (_, cancellation) =>
            {
                var response = await Client.SendAsync(new HttpRequestMessage(HttpMethod.Get, path),
                    HttpCompletionOption.ResponseHeadersRead, cancellation);
                lock (open)
                    open.Add(response);
            });
            Assert.All(open, response => Assert.True(response.IsSuccessStatusCode, $"{limit.What}: {(int)response.StatusCode}"));
            await RefusesAsync("GET", path);
        }
        finally
        {
            open.ForEach(response => response.Dispose());
        }
    }

    public async Task<long> InFlightAsync() =>
        (await Client.GetJsonAsync(Emulator)).GetProperty("connection").GetProperty("inFlight").GetInt64();

    public static string List(long count, string item) => string.Join(',', Enumerable.Repeat(item, (int)count));

    /// <summary>Returns the beginning of a response that is no success, for the message of a failed test.</summary>
    public static async Task<string> BeginningOfAsync(HttpResponseMessage response)
    {
        if (response.IsSuccessStatusCode)
            return "";
        var text = await response.Content.ReadAsStringAsync();
        return text[..Math.Min(text.Length, 400)];
    }
}
