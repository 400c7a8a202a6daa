using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.OnDemand;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Creates an emulator on this host: takes its chosen name and its key in etcd first, and gives them back if it fails.</summary>
internal sealed class OwnCreation(
    FleetOptions options, FleetCreations creations, ChosenNames chosen, NewNames names, EmulatorDirectory directory, KeyTurns turns)
{
    /// <summary>The host of a key whose creation failed, or was not placed yet.</summary>
    public const string NoHost = "";

    /// <summary>Creates the emulator and responds, unless this host refuses it.</summary>
    /// <exception cref="RequestException">The request is refused.</exception>
    public async Task<PlacingResult> RunAsync(HttpContext context, WantedCreation wanted, RequestDelegate endpoint)
    {
        if (wanted.Key is not { } key)
            return await CreateAsync(context, wanted, null, endpoint);
        // One at a time, so that a failed one can't give the key back while another creates with it.
        using var turn = await turns.EnterAsync($"key {key}", context.RequestAborted);
        var (pinned, isNew) = await PinAsync(key, wanted, context.RequestAborted);
        if (pinned.BodyHash != wanted.Hash)
            throw OtherBody();
        if (pinned.Host != options.Host)
            return PlacingResult.Elsewhere(pinned.Host);
        // A new key can't have created the emulator that has its name.
        var isThere = !isNew && pinned.Name is { } name && directory.FindCreated(name) is not null;
        return isThere
            ? await RespondAsync(context, wanted, pinned.Name, endpoint)
            : await TryAsync(context, wanted, pinned, endpoint);
    }

    /// <summary>Returns the refusal of a key that was used with another body.</summary>
    public static RequestException OtherBody() => new(ProblemTypes.Conflict,
        "Idempotency-Key must be new for another body; it was used for another emulator.", "Idempotency-Key");

    private async Task<PlacingResult> TryAsync(
        HttpContext context, WantedCreation wanted, FleetCreationKey pinned, RequestDelegate endpoint)
    {
        var isCreated = false;
        try
        {
            var result = await CreateAsync(context, wanted, wanted.Request.Name is null ? pinned.Name : null, endpoint);
            isCreated = IsCreated(context, result);
            return result;
        }
        finally
        {
            if (!isCreated)
                await UnpinAsync(wanted);
        }
    }

    private async Task<PlacingResult> CreateAsync(HttpContext context, WantedCreation wanted, string? given, RequestDelegate endpoint)
    {
        if (wanted.Request.Name is not { } name)
            return await RespondAsync(context, wanted, given, endpoint);
        await chosen.TakeAsync(name, wanted, context.RequestAborted);
        var isCreated = false;
        try
        {
            var result = await RespondAsync(context, wanted, given, endpoint);
            isCreated = IsCreated(context, result);
            return result;
        }
        finally
        {
            if (isCreated)
                chosen.Keep(name);
            else
                await chosen.ReleaseAsync(name);
        }
    }

    private static async Task<PlacingResult> RespondAsync(
        HttpContext context, WantedCreation wanted, string? given, RequestDelegate endpoint)
    {
        context.Features.Set(new PlacedCreation(given));
        wanted.Rewind(context.Request);
        try
        {
            await endpoint(context);
            return PlacingResult.Responded;
        }
        catch (RequestException refused) when (refused.Type == ProblemTypes.TooManyEmulators || refused.Type == ProblemTypes.HostDraining)
        {
            return PlacingResult.Refused;
        }
    }

    private static bool IsCreated(HttpContext context, PlacingResult result) =>
        result == PlacingResult.Responded && context.Response.StatusCode == StatusCodes.Status201Created;

    private async Task<(FleetCreationKey Key, bool IsNew)> PinAsync(
        string key, WantedCreation wanted, CancellationToken cancellationToken)
    {
        // The bridge that placed the creation has taken the key for no host.
        var own = new FleetCreationKey(options.Host!, wanted.Hash, wanted.Request.Name ?? names.Next());
        try
        {
            while (true)
            {
                var kept = await creations.TakeAsync(key, own, cancellationToken);
                if (kept.Host != NoHost || kept.BodyHash != own.BodyHash)
                    return (kept, false);
                if (await creations.ReplaceAsync(key, own, kept.Revision, cancellationToken))
                    return (own, true);
            }
        }
        catch (EtcdException away)
        {
            throw new RequestException(ProblemTypes.FleetUnavailable, $"Idempotency-Key needs etcd. {away.Message}", "Idempotency-Key");
        }
    }

    private async Task UnpinAsync(WantedCreation wanted)
    {
        try
        {
            var none = new FleetCreationKey(NoHost, wanted.Hash, null);
            var kept = await creations.TakeAsync(wanted.Key!, none, CancellationToken.None);
            if (kept.Host == options.Host)
                await creations.ReplaceAsync(wanted.Key!, none, kept.Revision, CancellationToken.None);
        }
        catch (EtcdException)
        {
            // This host keeps the key, and a repeated request comes here again.
        }
    }
}
