using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Creates emulators of a bridge without a fleet, which keeps the keys in memory.</summary>
internal sealed class SingleHostCreations(LocalCreations local, IdempotentCreations<Creation> keys) : ICreations
{
    public async Task<Creation> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        if (wanted.Wait > TimeSpan.Zero)
            return NeedsFleet("wait");
        if (wanted.Request.Checkpoint is not null)
            return NeedsFleet("checkpoint");
        try
        {
            return await keys.RunAsync(key, wanted.Canonical, cancel => local.CreateAsync(wanted, key, cancel), cancellationToken);
        }
        catch (RequestException refused)
        {
            return new Creation.Refused(refused);
        }
    }

    private static Creation.Refused NeedsFleet(string member) =>
        new(new RequestException(ProblemTypes.Unsupported, $"{member} needs a fleet, which Bridge:Fleet:Name sets."));
}
