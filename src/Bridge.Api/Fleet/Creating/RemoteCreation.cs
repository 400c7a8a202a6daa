using System.Net;
using System.Net.Http.Headers;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Sends a creation to another host and copies its answer.</summary>
internal sealed class RemoteCreation(FleetHttp http, TimeProvider time)
{
    private const int MaxResponseBytes = 1024 * 1024;

    // A host waits ten seconds for its emulator.
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(30);

    private static readonly string[] CopiedToHost = ["Idempotency-Key", "traceparent", "tracestate"];
    private static readonly string[] CopiedToClient = ["Location", "Retry-After", "Cache-Control", "WWW-Authenticate"];

    /// <summary>Sends the creation, and responds if the host does anything but refuse it.</summary>
    /// <param name="context">The client's request.</param>
    /// <param name="wanted">The creation.</param>
    /// <param name="host">The host.</param>
    public async Task<PlacingResult> RunAsync(HttpContext context, WantedCreation wanted, FleetHost host)
    {
        for (var isAgain = false;; isAgain = true)
        {
            try
            {
                return await SendAsync(context, wanted, host);
            }
            catch (Exception failure) when (failure is HttpRequestException or IOException or OperationCanceledException)
            {
                context.RequestAborted.ThrowIfCancellationRequested();
                if (FleetFailure.IsUnsent(failure))
                    return isAgain ? await RespondUnknownAsync(context, host) : PlacingResult.Unreachable;
                // With a key the host creates only one.
                if (wanted.Key is null || isAgain)
                    return await RespondUnknownAsync(context, host);
            }
        }
    }

    private static async Task<PlacingResult> RespondUnknownAsync(HttpContext context, FleetHost host)
    {
        await Problem.WriteAsync(context, ProblemTypes.OutcomeUnknown,
            $"The connection to the host {host.Id} of the fleet ended before its answer. It may have created the emulator. With an "
            + "Idempotency-Key the creation can be repeated.", safeToRepeat: context.Request.Headers["Idempotency-Key"].Count > 0);
        return PlacingResult.Responded;
    }

    private async Task<PlacingResult> SendAsync(HttpContext context, WantedCreation wanted, FleetHost host)
    {
        // Not until the client hangs up: the answer may be on its way then, and the emulator in it has to be ended.
        using var limit = new CancellationTokenSource(MaxTime, time);
        using var request = FleetRequest.From(context, HttpMethod.Post, "/emulators");
        request.Content = new ByteArrayContent(wanted.Body) { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } };
        request.Headers.Add(HopHeaders.Placed, HopHeaders.Yes);
        foreach (var header in CopiedToHost)
            request.Headers.TryAddWithoutValidation(header, context.Request.Headers[header].AsEnumerable());
        using var answer = await http.SendAsync(host.Address, request, limit.Token);
        await answer.Content.LoadIntoBufferAsync(MaxResponseBytes, limit.Token);
        var body = await answer.Content.ReadAsByteArrayAsync(limit.Token);
        if (answer.Headers.TryGetValues(HopHeaders.Elsewhere, out var elsewhere))
            return PlacingResult.Elsewhere(elsewhere.First());
        if (answer.StatusCode == HttpStatusCode.ServiceUnavailable && IsRefusal(body))
            return PlacingResult.Refused;
        try
        {
            await CopyAsync(context, answer, body);
            return PlacingResult.Responded;
        }
        finally
        {
            if (answer.StatusCode == HttpStatusCode.Created && wanted.Key is null && context.RequestAborted.IsCancellationRequested)
                await EndAsync(context, answer, host);
        }
    }

    private static bool IsRefusal(byte[] body) => body.AsSpan().IndexOf("#too-many-emulators\""u8) >= 0
        || body.AsSpan().IndexOf("#host-draining\""u8) >= 0 || body.AsSpan().IndexOf("#stopping\""u8) >= 0;

    private static async Task CopyAsync(HttpContext context, HttpResponseMessage answer, byte[] body)
    {
        var response = context.Response;
        response.StatusCode = (int)answer.StatusCode;
        response.ContentType = answer.Content.Headers.ContentType?.ToString();
        foreach (var header in CopiedToClient)
        {
            if (answer.Headers.TryGetValues(header, out var values))
                response.Headers[header] = values.ToArray();
        }

        response.ContentLength = body.Length;
        await response.Body.WriteAsync(body, context.RequestAborted);
    }

    // Nobody knows its name.
    private async Task EndAsync(HttpContext context, HttpResponseMessage answer, FleetHost host)
    {
        if (answer.Headers.Location is not { } address)
            return;
        using var limit = new CancellationTokenSource(MaxTime, time);
        using var request = FleetRequest.From(context, HttpMethod.Delete, address.OriginalString);
        using var ended = await http.SendAsync(host.Address, request, limit.Token);
    }
}
