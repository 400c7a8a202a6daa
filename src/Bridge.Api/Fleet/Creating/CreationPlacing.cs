using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.OnDemand;
using Bridge.Api.Security;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Sends creations to a host with a free place, or lets them wait for one. Runs after the checks of the request.</summary>
internal sealed class CreationPlacing(
    RequestDelegate next, FleetOptions options, FleetDirectory fleet, Placement placement, WaitingCreations waiting, OwnCreation own,
    RemoteCreation remote, FleetCreations creations, ChosenNames chosen, EmulatorDirectory directory,
    FleetMeters meters, TimeProvider time)
{
    // Another bridge gives a key to another host only after a refusal.
    private const int MaxMoves = 8;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

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
                throw ChosenNames.Taken(name);
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
                    meters.CountCreated();
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
        var tried = new HashSet<string>();
        var pinned = wanted.Key is null ? null : await PinnedAsync(wanted, context.RequestAborted);
        for (var moves = 0; moves < MaxMoves; moves++)
        {
            var copy = fleet.Copy;
            if ((pinned ?? ChooseIn(copy, wanted, tried)) is not { } id)
                return false;
            var host = copy.Hosts.GetValueOrDefault(id) ?? copy.Lost.GetValueOrDefault(id)?.Last;
            var result = id == options.Host ? await own.RunAsync(context, wanted, next)
                : host is null ? PlacingResult.Unreachable
                : await remote.RunAsync(context, wanted, host);
            if (result.Kind == PlacingKind.Responded)
                return true;
            if (result.Kind == PlacingKind.Unreachable && pinned is not null)
                await UnpinLostAsync(wanted, id, context.RequestAborted);
            tried.Add(id);
            pinned = result.Host;
        }

        return false;
    }

    private string? ChooseIn(FleetCopy copy, WantedCreation wanted, HashSet<string> tried)
    {
        var rom = wanted.Request.Rom;
        if (placement.Choose(copy, rom, tried) is { } host)
            return host.Id;
        // This bridge knows no fleet without etcd, but its own places. And it has the sentence for a ROM that no host has.
        var isAlone = !copy.Hosts.ContainsKey(options.Host!) || !copy.Hosts.Values.Any(other => Placement.HasRom(copy, other, rom));
        return isAlone && !tried.Contains(options.Host!) ? options.Host : null;
    }

    private async Task<string?> PinnedAsync(WantedCreation wanted, CancellationToken cancellationToken)
    {
        try
        {
            var kept = await creations.TakeAsync(
                wanted.Key!, new FleetCreationKey(OwnCreation.NoHost, wanted.Hash, null), cancellationToken);
            if (kept.BodyHash != wanted.Hash)
                throw OwnCreation.OtherBody();
            return kept.Host == OwnCreation.NoHost ? null : kept.Host;
        }
        catch (EtcdException away)
        {
            throw new RequestException(ProblemTypes.FleetUnavailable, $"Idempotency-Key needs etcd. {away.Message}", "Idempotency-Key");
        }
    }

    // A host that is only unreachable from here may have created the emulator.
    private async Task UnpinLostAsync(WantedCreation wanted, string host, CancellationToken cancellationToken)
    {
        if (fleet.Copy.Hosts.ContainsKey(host))
        {
            throw new RequestException(ProblemTypes.NotApplied,
                $"The host {host}, which has this Idempotency-Key, can't be reached. The request was not sent to it.");
        }

        try
        {
            var none = new FleetCreationKey(OwnCreation.NoHost, wanted.Hash, null);
            var kept = await creations.TakeAsync(wanted.Key!, none, cancellationToken);
            if (kept.Host == host)
                await creations.ReplaceAsync(wanted.Key!, none, kept.Revision, cancellationToken);
        }
        catch (EtcdException away)
        {
            throw new RequestException(ProblemTypes.FleetUnavailable, $"Idempotency-Key needs etcd. {away.Message}", "Idempotency-Key");
        }
    }
}
