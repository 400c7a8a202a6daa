using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Creates emulators on this host. Each call creates another one, whatever its key.</summary>
internal sealed class LocalCreations(OnDemandEmulators emulators, RomFolder roms) : ICreations
{
    public async Task<Creation> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        try
        {
            var created = await emulators.CreateAsync(wanted.WithRomOf(roms) with { Key = key }, cancellationToken);
            if (key is null && cancellationToken.IsCancellationRequested)
            {
                // Nobody knows its name.
                await emulators.EndAsync(created);
                cancellationToken.ThrowIfCancellationRequested();
            }

            return new Creation.Here(created);
        }
        catch (RequestException refused)
        {
            return new Creation.Refused(refused);
        }
    }
}
