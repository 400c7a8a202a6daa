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

    private bool IsThere(string name) => directory.FindCreated(name) is not null;

    private Task TakeAsync(string name, WantedCreation wanted, CancellationToken cancellationToken) =>
        chosen.TakeAsync(name, wanted, cancellationToken);

    private async Task KeepOrReleaseAsync(string name, bool isCreated)
    {
        if (isCreated)
            chosen.Keep(name);
        else
            await chosen.ReleaseAsync(name);
    }

    private sealed class Work(OwnCreation own, HttpContext context, WantedCreation wanted, RequestDelegate endpoint) : IKeyedWork
    {
        public string NewName() => own.NewName();

        public bool IsThere(string name) => own.IsThere(name);

        public bool IsCreated(PlacingResult result) =>
            result == PlacingResult.Responded && context.Response.StatusCode == StatusCodes.Status201Created;

        public Task<PlacingResult> RepeatAsync(string name) => RespondAsync(name);

        public async Task<PlacingResult> CreateAsync(string? given)
        {
            if (wanted.Request.Name is not { } name)
                return await RespondAsync(given);
            await own.TakeAsync(name, wanted, context.RequestAborted);
            var isCreated = false;
            try
            {
                var result = await RespondAsync(given);
                isCreated = IsCreated(result);
                return result;
            }
            finally
            {
                await own.KeepOrReleaseAsync(name, isCreated);
            }
        }

        private async Task<PlacingResult> RespondAsync(string? given)
        {
            context.Features.Set(new PlacedCreation(given));
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
