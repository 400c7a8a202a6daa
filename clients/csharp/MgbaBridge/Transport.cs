using System.Globalization;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace MgbaBridge;

/// <summary>
/// One request. It is repeatable if running it twice does the same as running it once. A key makes the bridge run it once.
/// </summary>
internal readonly record struct Call(
    HttpMethod Method, string Path, ReadOnlyMemory<byte>? Body = null, bool IsRepeatable = false, string? Accept = null,
    string ContentType = "application/octet-stream", string? Key = null)
{
    public static Call Get(string path, string? accept = null) => new(HttpMethod.Get, path, IsRepeatable: true, Accept: accept);

    public static Call Of<T>(HttpMethod method, string path, T body, JsonTypeInfo<T> type, bool isRepeatable = false) =>
        new(method, path, JsonSerializer.SerializeToUtf8Bytes(body, type), isRepeatable, ContentType: "application/json");

    /// <summary>Creates the request, for one attempt.</summary>
    public HttpRequestMessage ToRequest()
    {
        var request = new HttpRequestMessage(Method, Path);
        if (Accept is not null)
            request.Headers.Accept.ParseAdd(Accept);
        if (Key is not null)
            request.Headers.Add("Idempotency-Key", Key);
        if (Body is { } body)
        {
            request.Content = new ReadOnlyMemoryContent(body);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue(ContentType);
        }

        return request;
    }
}

/// <summary>Sends calls, and repeats those that may be repeated.</summary>
internal sealed class Transport(HttpClient client, BridgeClientOptions options)
{
    /// <summary>Gets the bridge's address.</summary>
    public Uri Address => client.BaseAddress!;

    // These problems promise that the request did not run and that the cause passes soon.
    private static readonly string[] Passing = ["not-applied", "overloaded", "stopping", "too-many-requests"];

    /// <summary>Sends a call and returns the response's JSON.</summary>
    public async Task<T> SendAsync<T>(Call call, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        var answer = await AskAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            if (JsonSerializer.Deserialize(answer.Body, type) is { } result)
                return result;
        }
        catch (JsonException)
        {
            // No bridge has sent it.
        }

        throw Unexpected(call, answer);
    }

    /// <summary>Sends a call whose response has nothing of interest.</summary>
    public async Task SendAsync(Call call, CancellationToken cancellationToken)
    {
        var answer = await AskAsync(call, cancellationToken).ConfigureAwait(false);
        if (answer.Body.Length > 0 && answer.MediaType != "application/json")
            throw Unexpected(call, answer);
    }

    /// <summary>Sends a call and returns the response's bytes, of this media type.</summary>
    public async Task<(byte[] Body, long? Frame)> FetchAsync(Call call, string mediaType, CancellationToken cancellationToken)
    {
        var answer = await AskAsync(call, cancellationToken).ConfigureAwait(false);
        return answer.MediaType == mediaType ? (answer.Body, answer.Frame) : throw Unexpected(call, answer);
    }

    /// <summary>Sends a call once and returns the response, a stream of events. The caller disposes it.</summary>
    public async Task<HttpResponseMessage> OpenEventsAsync(Call call, CancellationToken cancellationToken)
    {
        var response = await OpenAsync(call, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
        if (MediaTypeOf(response) == "text/event-stream")
            return response;
        using (response)
            throw Unexpected(call, (int)response.StatusCode, MediaTypeOf(response), isEmpty: false);
    }

    private async Task<Answer> AskAsync(Call call, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                using var response = await OpenAsync(call, HttpCompletionOption.ResponseContentRead, cancellationToken)
                    .ConfigureAwait(false);
                var body = await response.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
                return new Answer((int)response.StatusCode, MediaTypeOf(response), body, FrameOf(response));
            }
            catch (BridgeException error) when (attempt <= options.Retries && MayRepeat(error, call))
            {
                // From the seventh attempt on it is over the limit anyway.
                var wait = (error as ProblemException)?.RetryAfter ?? TimeSpan.FromMilliseconds(50 << Math.Min(attempt, 7));
                await Task.Delay(wait < MaxWait ? wait : MaxWait, options.TimeProvider, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private async Task<HttpResponseMessage> OpenAsync(Call call, HttpCompletionOption completion, CancellationToken cancellationToken)
    {
        using var request = call.ToRequest();
        try
        {
            var response = await client.SendAsync(request, completion, cancellationToken).ConfigureAwait(false);
            if (response.IsSuccessStatusCode)
                return response;
            using (response)
                throw await ProblemOfAsync(call, response, cancellationToken).ConfigureAwait(false);
        }
        catch (HttpRequestException error) when (error.HttpRequestError is HttpRequestError.ConnectionError
            or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError)
        {
            // The text of the outer exception names the address.
            var reason = error.InnerException is SocketException refused ? refused.Message : error.Message;
            throw new BridgeUnreachableException(
                $"Nothing answers at {client.BaseAddress!.GetLeftPart(UriPartial.Authority)} ({reason}). Start the bridge, or give its "
                    + "address.", error);
        }
        catch (Exception error) when (error is HttpRequestException
            || (error is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw OutcomeUnknownException.Lost(error, call.IsRepeatable, client.BaseAddress!.GetLeftPart(UriPartial.Authority));
        }
    }

    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(5);

    private static bool MayRepeat(BridgeException error, Call call) => error switch
    {
        // If the bridge reports an unknown outcome, the caller decides. After a lost connection (status 0), repeatable calls go again.
        OutcomeUnknownException unknown => unknown.Status == 0 && call.IsRepeatable,
        ProblemException problem => Passing.Contains(problem.Type) || (problem.Type == "timed-out" && call.IsRepeatable),
        _ => true,
    };

    private static string? MediaTypeOf(HttpResponseMessage response) => response.Content.Headers.ContentType?.MediaType?.ToLowerInvariant();

    private static long? FrameOf(HttpResponseMessage response) =>
        response.Headers.TryGetValues("Emulator-Frame", out var values) && long.TryParse(values.First(), out var frame) ? frame : null;

    private ProblemException Unexpected(Call call, Answer answer) =>
        Unexpected(call, answer.Status, answer.MediaType, answer.Body.Length == 0);

    // The type says enough; the body may be of another server.
    private ProblemException Unexpected(Call call, int status, string? mediaType, bool isEmpty)
    {
        var came = isEmpty ? "an empty body" : $"{mediaType ?? "a body"}, which is no answer of a bridge";
        var url = new Uri(client.BaseAddress!, call.Path).AbsoluteUri;
        return new ProblemException(status, new ProblemJson
        {
            Title = "Unexpected response",
            Detail = string.Create(CultureInfo.InvariantCulture, $"{url} answered {status} with {came}: check the address."),
        }, null);
    }

    private async Task<ProblemException> ProblemOfAsync(Call call, HttpResponseMessage response, CancellationToken cancellationToken)
    {
        // The body of a redirect may be of another server, so it says nothing.
        if ((int)response.StatusCode is >= 300 and < 400 and var redirect)
            return new ProblemException(redirect, new ProblemJson { Title = "Redirect", Detail = DescribeRedirect(response) }, null);
        var body = await response.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
        ProblemJson? problem = null;
        try
        {
            problem = JsonSerializer.Deserialize(body, ClientJson.Default.ProblemJson);
        }
        catch (JsonException)
        {
            // A proxy in between may respond with something else.
        }

        var (status, wait) = ((int)response.StatusCode, response.Headers.RetryAfter?.Delta);
        if (problem?.Type is null)
            return Unexpected(call, status, MediaTypeOf(response), body.Length == 0);
        return ProblemException.TypeOf(problem) == "outcome-unknown"
            ? new OutcomeUnknownException(status, problem, wait)
            : new ProblemException(status, problem, wait);
    }

    private static string DescribeRedirect(HttpResponseMessage response)
    {
        // Only the origin, because the rest of a Location may be a secret.
        var origin = response.Headers.Location is { IsAbsoluteUri: true, Scheme: "http" or "https" } target
            ? target.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped)
            : null;
        return string.Create(CultureInfo.InvariantCulture, $"The bridge answered {(int)response.StatusCode}")
            + (origin is null ? "; clients do not follow redirects. Check the address."
                : $" and points to {origin}; clients do not follow redirects. Use that address.");
    }

    private sealed record Answer(int Status, string? MediaType, byte[] Body, long? Frame);
}
