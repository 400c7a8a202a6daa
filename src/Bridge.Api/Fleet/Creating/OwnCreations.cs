using System.Security.Cryptography;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Creates emulators on this host: reserves their keys and chosen names first, and releases them after a failure.</summary>
/// <param name="keys">Reserves the keys.</param>
/// <param name="chosen">Reserves the names.</param>
/// <param name="local">Creates an emulator without reserving anything: <see cref="LocalCreations"/>.</param>
/// <param name="directory">All emulators of this host.</param>
internal sealed class OwnCreations(
    KeyReservations<Creation> keys, ChosenNames chosen, ICreations local, EmulatorDirectory directory)
{
    /// <summary>Creates an emulator, unless another host has its key.</summary>
    /// <exception cref="RequestException">The key or the name is refused.</exception>
    public async Task<Placed<Creation>> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        if (KeyOf(wanted, key) is not { } wantedKey)
            return await CreateNamedAsync(wanted, key, cancellationToken);
        try
        {
            var placed = await keys.RunAsync(wantedKey, name => Find(name, key),
                given => CreateNamedAsync(wanted with { GivenName = given }, key, cancellationToken), cancellationToken);
            return placed.Kind == PlacedKind.OtherBody ? throw OtherBody() : placed;
        }
        catch (EtcdException exception)
        {
            throw Unavailable(exception);
        }
    }

    /// <summary>Returns the key with what it is for; null: there is none.</summary>
    public static WantedKey? KeyOf(NewEmulator wanted, string? key) => key is null
        ? null
        : new WantedKey(key, Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(wanted.Canonical))), wanted.Name);

    /// <summary>Returns the refusal of a key that was used with another body.</summary>
    public static RequestException OtherBody() => new(ProblemTypes.Conflict,
        "Idempotency-Key must be new for another body; it was used for another emulator.", "Idempotency-Key");

    /// <summary>Returns the refusal of a key about which etcd doesn't respond.</summary>
    public static RequestException Unavailable(EtcdException exception) =>
        new(ProblemTypes.FleetUnavailable, $"Idempotency-Key needs etcd. {exception.Message}", "Idempotency-Key");

    private async Task<Placed<Creation>> CreateNamedAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        if (wanted.Name is not { } name)
            return await CreateLocalAsync(wanted, key, cancellationToken);
        var held = await chosen.ReserveAsync(name, wanted, cancellationToken);
        try
        {
            return await CreateLocalAsync(wanted, key, cancellationToken);
        }
        finally
        {
            // Not by the result: the client may have hung up when the emulator was there.
            if (directory.Has(name))
                chosen.Confirm(name, held);
            else
                await chosen.ReleaseAsync(name, held);
        }
    }

    private async Task<Placed<Creation>> CreateLocalAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        var creation = await local.CreateAsync(wanted, key, cancellationToken);
        return new Placed<Creation>(creation is Creation.Refused { IsFull: true } ? PlacedKind.Full : PlacedKind.Done, creation);
    }

    // Another emulator may have the name by now.
    private Creation.Here? Find(string name, string? key) =>
        directory.FindCreated(name) is { } found && found.Key == key ? new Creation.Here(found) : null;
}
