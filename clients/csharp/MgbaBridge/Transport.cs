using System.Globalization;
using System.Net.Http.Headers;
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
    public static Call Get(string path, string? accept = null) => new(HttpMethod.Get, path, null, true, accept);

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
    // These problems promise that the request did not run and that the cause passes soon.
    private static readonly string[] Passing = ["not-applied", "overloaded", "stopping", "too-many-requests"];

    public async Task<T> SendAsync<T>(Call call, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        var (body, _) = await SendAsync(call, cancellationToken).ConfigureAwait(false);
        return JsonSerializer.Deserialize(body, type)!;
    }

    public async Task<(byte[] Body, long? Frame)> SendAsync(Call call, CancellationToken cancellationToken)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                using var response = await OpenAsync(call, HttpCompletionOption.ResponseContentRead, cancellationToken)
                    .ConfigureAwait(false);
                return (await response.Content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false), FrameOf(response));
            }
            catch (BridgeException error) when (attempt <= options.Retries && MayRepeat(error, call))
            {
                var wait = (error as ProblemException)?.RetryAfter ?? TimeSpan.FromMilliseconds(50 << attempt);
                await Task.Delay(wait < MaxWait ? wait : MaxWait, options.TimeProvider, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Sends a call once and returns the response, which is no problem. The caller disposes it.</summary>
    public async Task<HttpResponseMessage> OpenAsync(Call call, HttpCompletionOption completion, CancellationToken cancellationToken)
    {
        using var request = call.ToRequest();
        HttpResponseMessage response;
        try
        {
            response = await client.SendAsync(request, completion, cancellationToken).ConfigureAwait(false);
        }
        catch (HttpRequestException error) when (error.HttpRequestError is HttpRequestError.ConnectionError
            or HttpRequestError.NameResolutionError or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError)
        {
            throw new BridgeUnreachableException(
                $"Nothing answers at {client.BaseAddress} ({error.Message}). Start the bridge, or give its address.", error);
        }
        catch (HttpRequestException error)
        {
            throw OutcomeUnknownException.Lost(error, call.IsRepeatable);
        }
        catch (OperationCanceledException error) when (!cancellationToken.IsCancellationRequested)
        {
            throw OutcomeUnknownException.Lost(error, call.IsRepeatable);
        }

        if (response.IsSuccessStatusCode)
            return response;
        using (response)
            throw await ProblemOfAsync(response, cancellationToken).ConfigureAwait(false);
    }

    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(5);

    private static bool MayRepeat(BridgeException error, Call call) => error switch
    {
        // The client decides about the bridge's own answer. A lost connection is another matter for calls that can't do anything twice.
        OutcomeUnknownException unknown => unknown.Status == 0 && call.IsRepeatable,
        ProblemException problem => Passing.Contains(problem.Type) || (problem.Type == "timed-out" && call.IsRepeatable),
        _ => true,
    };

    private static long? FrameOf(HttpResponseMessage response) =>
        response.Headers.TryGetValues("Emulator-Frame", out var values) && long.TryParse(values.First(), out var frame) ? frame : null;

    private static async Task<ProblemException> ProblemOfAsync(HttpResponseMessage response, CancellationToken cancellationToken)
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
            // A proxy in between may respond with something else; the status says enough.
        }

        var (status, wait) = ((int)response.StatusCode, response.Headers.RetryAfter?.Delta);
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
}
