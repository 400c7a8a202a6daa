using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.OnDemand;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Creates an emulator on this host: takes its chosen name and its key in etcd first, and gives them back if it fails.</summary>
internal sealed class OwnCreation(KeyedCreation keyed, ChosenNames chosen, NewNames names, EmulatorDirectory directory)
{
    /// <summary>Creates the emulator and responds, unless this host refuses it.</summary>
    /// <exception cref="RequestException">The request is refused.</exception>
    public async Task<PlacingResult> RunAsync(HttpContext context, WantedCreation wanted, RequestDelegate endpoint)
    {
        var work = new Work(this, context, wanted, endpoint);
        if (wanted.Pin is not { } pin)
            return await work.CreateAsync(null);
        try
        {
            var result = await keyed.RunAsync(pin, work, context.RequestAborted);
            return result.Kind == PlacingKind.OtherBody ? throw OtherBody() : result;
        }
        catch (EtcdException away)
        {
            throw Unavailable(away);
        }
    }

    /// <summary>Returns the refusal of a key that was used with another body.</summary>
    public static RequestException OtherBody() => new(ProblemTypes.Conflict,
        "Idempotency-Key must be new for another body; it was used for another emulator.", "Idempotency-Key");

    /// <summary>Returns the refusal of a key that etcd doesn't answer for.</summary>
    public static RequestException Unavailable(EtcdException away) =>
        new(ProblemTypes.FleetUnavailable, $"Idempotency-Key needs etcd. {away.Message}", "Idempotency-Key");

    private string NewName() => names.Next();

    // Another emulator may have the name by now.
    private CreatedEmulator? Find(string name, string? key) => directory.FindCreated(name) is { } found && found.Key == key ? found : null;

    private Task<HeldName> TakeAsync(string name, WantedCreation wanted, CancellationToken cancellationToken) =>
        chosen.TakeAsync(name, wanted, cancellationToken);

    // Not by the response: the client may have hung up when the emulator was there.
    private async Task KeepOrReleaseAsync(string name, HeldName held)
    {
        if (directory.Has(name))
            chosen.Keep(name, held);
        else
            await chosen.ReleaseAsync(name, held);
    }

    private sealed class Work(OwnCreation own, HttpContext context, WantedCreation wanted, RequestDelegate endpoint) : IKeyedWork
    {
        public string NewName() => own.NewName();

        public bool IsThere(string name) => own.Find(name, wanted.Key) is not null;

        public Task<PlacingResult>? TryRepeat(string name) =>
            own.Find(name, wanted.Key) is { } existing ? RespondAsync(new PlacedCreation(name, existing)) : null;

        public async Task<PlacingResult> CreateAsync(string? given)
        {
            if (wanted.Request.Name is not { } name)
                return await RespondAsync(new PlacedCreation(given));
            var held = await own.TakeAsync(name, wanted, context.RequestAborted);
            try
            {
                return await RespondAsync(new PlacedCreation(given));
            }
            finally
            {
                await own.KeepOrReleaseAsync(name, held);
            }
        }

        private async Task<PlacingResult> RespondAsync(PlacedCreation placed)
        {
            context.Features.Set(placed);
            wanted.Rewind(context.Request);
            try
            {
                await endpoint(context);
                return PlacingResult.Responded;
            }
            catch (RequestException refused)
                when (refused.Type == ProblemTypes.TooManyEmulators || refused.Type == ProblemTypes.HostDraining)
            {
                return PlacingResult.Refused;
            }
        }
    }
}
