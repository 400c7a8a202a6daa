using System.Net.Http.Headers;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Fleet;

/// <summary>Steps emulators of the fleet's other hosts, each host with one request.</summary>
internal sealed class FleetSteps(EmulatorDirectory own, FleetDirectory fleet, FleetHttp http, FleetOptions options) : IOtherSteps
{
    public string?[]? Locate(HttpContext context, IReadOnlyList<string> emulators)
    {
        if (TrustedHop.Is(context))
            return null;
        string?[]? hosts = null;
        for (var i = 0; i < emulators.Count; i++)
        {
            if (own.Has(emulators[i]) || fleet.Snapshot.HostIdOf(emulators[i]) is not { } host || host == options.Host)
                continue;
            hosts ??= new string?[emulators.Count];
            hosts[i] = host;
        }

        return hosts;
    }

    public async Task<StepPart> RunAsync(HttpContext context, string host, StepManyRequest body, bool isBinary)
    {
        var snapshot = fleet.Snapshot;
        if ((snapshot.Hosts.GetValueOrDefault(host) ?? snapshot.Lost.GetValueOrDefault(host)?.Last) is not { } other)
            return new StepPart(null, PartProblem.Of(ProblemTypes.EmulatorLost, $"The host {host} has left the fleet."));
        try
        {
            using var request = FleetRequest.From(context, HttpMethod.Post, "/emulators/step");
            request.Content = new ByteArrayContent(JsonSerializer.SerializeToUtf8Bytes(body, FrameJson.Context.StepManyRequest))
            {
                Headers = { ContentType = new MediaTypeHeaderValue("application/json") },
            };
            if (isBinary)
                request.Headers.TryAddWithoutValidation("Accept", RawBody.ContentType);
            using var response = await http.SendAsync(other.Address, request, context.RequestAborted);
            var bytes = await response.Content.ReadAsByteArrayAsync(context.RequestAborted);
            // Putting the responses in order takes time.
            await InlineScheduling.SwitchToThreadPool();
            return response.IsSuccessStatusCode ? new StepPart(bytes)
                : new StepPart(null, JsonSerializer.Deserialize(bytes, HopJson.Context.PartProblem)
                    ?? throw new JsonException("The problem is null."));
        }
        catch (Exception failure) when (!context.RequestAborted.IsCancellationRequested
            && failure is HttpRequestException or IOException or JsonException or OperationCanceledException)
        {
            var (type, sentence) = FleetFailure.Explain(other, failure);
            return new StepPart(null, PartProblem.Of(type, sentence));
        }
    }
}
