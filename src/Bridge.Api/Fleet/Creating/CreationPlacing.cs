using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.OnDemand;
using Bridge.Api.Security;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Sends creations to a host with a free place, or lets them wait for one. Runs after the checks of the request.</summary>
internal sealed class CreationPlacing(
    RequestDelegate next, FleetOptions options, FleetDirectory fleet, HostSearch search, WaitingCreations waiting, OwnCreation own,
    RemoteCreation remote, ChosenNames chosen, EmulatorDirectory directory, TimeProvider time)
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private FleetCopy Copy => fleet.Copy;

    public Task InvokeAsync(HttpContext context) =>
        context.GetEndpoint()?.Metadata.GetMetadata<IEndpointNameMetadata>()?.EndpointName == "CreateEmulator"
            ? PlaceAsync(context)
            : next(context);

    private async Task PlaceAsync(HttpContext context)
    {
        var wanted = await WantedCreation.ReadAsync(context);
        if (wanted.Request.Name is { } name)
        {
            chosen.Check(name);
            if (directory.Has(name) && wanted.Key is null)
                throw CreationPlaces.Taken(name);
        }

        if (!TrustedHop.Is(context) || context.Request.Headers[HopHeaders.Placed].Count == 0)
            await FindHostAsync(context, wanted);
        else
            await RespondAsPlacedAsync(context, wanted);
    }

    // The bridge that placed it here tries another host after a refusal.
    private async Task RespondAsPlacedAsync(HttpContext context, WantedCreation wanted)
    {
        var result = await own.RunAsync(context, wanted, next);
        if (result.Kind == PlacingKind.Refused)
            await Problem.WriteAsync(context, ProblemTypes.TooManyEmulators, $"The host {options.Host} takes no more emulators.");
        if (result.Kind != PlacingKind.Elsewhere)
            return;
        context.Response.Headers[HopHeaders.Elsewhere] = result.Host;
        await Problem.WriteAsync(context, ProblemTypes.Conflict, $"The host {result.Host} has this Idempotency-Key.");
    }

    private async Task FindHostAsync(HttpContext context, WantedCreation wanted)
    {
        var began = time.GetTimestamp();
        using var ticket = wanted.Wait > TimeSpan.Zero ? waiting.TryEnter() : null;
        while (true)
        {
            if (await TryHostsAsync(context, wanted))
            {
                if (context.Response.StatusCode == StatusCodes.Status201Created)
                    waiting.CountCreated();
                return;
            }

            if (ticket is null || !await ticket.WaitAsync(wanted.Wait - time.GetElapsedTime(began), context.RequestAborted))
                break;
        }

        await Problem.WriteAsync(context, ProblemTypes.FleetFull,
            "No host of the fleet takes another emulator with this ROM; end one, or try again when a lease has ended. Nothing was created.",
            safeToRepeat: true, retryAfter: RetryAfter);
    }

    // Returns whether the client has its response.
    private async Task<bool> TryHostsAsync(HttpContext context, WantedCreation wanted)
    {
        try
        {
            var result = await search.RunAsync(
                wanted.Request.Rom, wanted.Pin, new Hosts(this, context, wanted), context.RequestAborted);
            return result.Kind switch
            {
                PlacingKind.OtherBody => throw OwnCreation.OtherBody(),
                PlacingKind.Unreachable => throw new RequestException(ProblemTypes.NotApplied,
                    $"The host {result.Host}, which has this Idempotency-Key, can't be reached. The request was not sent to it."),
                _ => result.Kind == PlacingKind.Responded,
            };
        }
        catch (EtcdException away)
        {
            throw OwnCreation.Unavailable(away);
        }
    }

    private async Task<PlacingResult> AskAsync(HttpContext context, WantedCreation wanted, string id)
    {
        if (id == options.Host)
            return await own.RunAsync(context, wanted, next);
        var copy = Copy;
        return (copy.Hosts.GetValueOrDefault(id) ?? copy.Lost.GetValueOrDefault(id)?.Last) is { } host
            ? await remote.RunAsync(context, wanted, host)
            : PlacingResult.Unreachable;
    }

    private sealed class Hosts(CreationPlacing placing, HttpContext context, WantedCreation wanted) : ISearchedHosts
    {
        public FleetCopy Copy => placing.Copy;

        public Task<PlacingResult> AskAsync(string host) => placing.AskAsync(context, wanted, host);
    }
}
