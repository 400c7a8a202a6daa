using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>The client of the endpoint at which other hosts create emulators.</summary>
internal sealed class RemoteCreations(FleetHttp http, TimeProvider time)
{
    /// <summary>The endpoint's path.</summary>
    public const string Path = "/fleet/creations";

    private const int MaxResponseBytes = 1024 * 1024;

    // A host waits ten seconds for its emulator.
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(30);

    /// <summary>Has another host create an emulator. With a key, the request is sent again if its response is lost.</summary>
    /// <exception cref="OperationCanceledException">The client has hung up. Without a key the emulator ends.</exception>
    public async Task<Placed<Creation>> CreateAsync(
        FleetHost host, NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        for (var isAgain = false;; isAgain = true)
        {
            try
            {
                return await SendAsync(host, wanted, key, cancellationToken);
            }
            catch (Exception failure) when (failure is HttpRequestException or IOException or OperationCanceledException or JsonException)
            {
                cancellationToken.ThrowIfCancellationRequested();
                // Even if the second attempt was not sent, the first one may have arrived.
                if (FleetFailure.IsUnsent(failure) && !isAgain)
                    return new Placed<Creation>(PlacedKind.Unreachable);
                if (key is null || isAgain)
                    return new Placed<Creation>(PlacedKind.Done, Unknown(host, key));
            }
        }
    }

    private async Task<Placed<Creation>> SendAsync(
        FleetHost host, NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        // Continues after the client has hung up, because the response names an emulator that has to be ended then.
        using var limit = new CancellationTokenSource(MaxTime, time);
        using var request = FleetRequest.From(wanted.Authorization, HttpMethod.Post, Path);
        request.Content = new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(
            new HostCreationRequest(wanted.Request, key), HostCreationJson.Context.HostCreationRequest))
        {
            Headers = { ContentType = new MediaTypeHeaderValue("application/json") },
        };
        using var response = await http.SendAsync(host.Address, request, limit.Token);
        await response.Content.LoadIntoBufferAsync(MaxResponseBytes, limit.Token);
        if (!response.IsSuccessStatusCode)
            return Refused(response, await ReadAsync(response, HostCreationJson.Tolerant.Problem, limit.Token));
        var given = await ReadAsync(response, HostCreationJson.Tolerant.HostCreationResponse, limit.Token);
        if (given.Created is not { } created)
            return new Placed<Creation>(PlacedKind.OtherHost, Host: given.Host);
        if (key is null && cancellationToken.IsCancellationRequested)
        {
            // Nobody knows its name.
            using var end = FleetRequest.From(wanted.Authorization, HttpMethod.Delete, created.Url);
            using var ended = await http.SendAsync(host.Address, end, limit.Token);
        }

        cancellationToken.ThrowIfCancellationRequested();
        return new Placed<Creation>(PlacedKind.Done, new Creation.Elsewhere(created));
    }

    private static async Task<T> ReadAsync<T>(HttpResponseMessage response, JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class => JsonSerializer.Deserialize(await response.Content.ReadAsByteArrayAsync(cancellationToken), type)
            ?? throw new JsonException("The body is null.");

    private static Placed<Creation> Refused(HttpResponseMessage response, Problem problem)
    {
        var uri = problem.Type ?? throw new JsonException("The body is no problem.");
        var type = new ProblemType(uri[(uri.IndexOf('#', StringComparison.Ordinal) + 1)..], problem.Title, problem.Status);
        var refused = new Creation.Refused(new RequestException(type, problem.Detail, problem.Parameter)
        {
            SafeToRepeat = problem.SafeToRepeat, RetryAfter = response.Headers.RetryAfter?.Delta,
        });
        return new Placed<Creation>(refused.IsFull ? PlacedKind.Full : PlacedKind.Done, refused);
    }

    private static Creation.Refused Unknown(FleetHost host, string? key) => new(new RequestException(ProblemTypes.OutcomeUnknown,
        $"The connection to the host {host.Id} of the fleet ended before its response. It may have created the emulator. With an "
        + "Idempotency-Key the creation can be repeated.")
    {
        SafeToRepeat = key is not null,
    });
}
