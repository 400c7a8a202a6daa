using System.Text.Json;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Fleet;

/// <summary>Lists the created emulators of the fleet's other hosts, by asking all of them at once.</summary>
internal sealed class FleetListing(FleetDirectory fleet, FleetHttp http, FleetOptions options, TimeProvider time) : IOtherHosts
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    public async Task<OthersEmulators?> ListAsync(HttpContext context, string? host)
    {
        if (TrustedHop.Is(context))
            return null;
        var snapshot = fleet.Snapshot;
        // The bridge of a lost host may still be there.
        var others = snapshot.Hosts.Values.Concat(snapshot.Lost.Values.Select(lost => lost.Last))
            .Where(other => other.Id != options.Host).DistinctBy(other => other.Id).OrderBy(other => other.Id).ToArray();
        if (host is not null && host != options.Host)
        {
            var all = others;
            others = [.. all.Where(other => other.Id == host)];
            if (others is [])
                throw Parameters.Refuse("host", host, $"one of {string.Join(", ", all.Select(other => other.Id).Append(options.Host))}");
        }
        else if (host is not null)
        {
            others = [];
        }

        var responses = await Task.WhenAll(others.Select(other => AskAsync(context, other)));
        return new OthersEmulators(
            [.. responses.SelectMany(response => response.Emulators ?? [])],
            [.. responses.Where(response => response.Emulators is null).Select(response => response.Host)]);
    }

    // The other bridge checks the token, and applies the query. Its configured emulators can't be reached by name through this bridge.
    private async Task<(string Host, IEnumerable<EmulatorHealth>? Emulators)> AskAsync(HttpContext context, FleetHost host)
    {
        using var late = new CancellationTokenSource(Patience, time);
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(late.Token, context.RequestAborted);
        try
        {
            using var request = FleetRequest.From(context, HttpMethod.Get, $"/emulators{context.Request.QueryString}");
            using var response = await http.SendAsync(host.Address, request, ended.Token);
            if (!response.IsSuccessStatusCode)
                return (host.Id, null);
            var body = await response.Content.ReadAsByteArrayAsync(ended.Token);
            // The list may be long.
            await InlineScheduling.SwitchToThreadPool();
            var list = JsonSerializer.Deserialize(body, HopJson.Context.EmulatorList);
            return (host.Id, list?.Emulators.Where(emulator => emulator.Created is not null));
        }
        catch (Exception failure) when (failure is HttpRequestException or IOException or JsonException
            || (failure is OperationCanceledException && !context.RequestAborted.IsCancellationRequested))
        {
            return (host.Id, null);
        }
    }
}
