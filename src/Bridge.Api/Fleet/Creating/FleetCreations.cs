using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Creating;

/// <summary>Creates emulators on any host of the fleet with a free place, or lets them wait for one.</summary>
internal sealed class FleetCreations(
    FleetOptions options, FleetDirectory fleet, HostSearch<Creation> search, WaitingCreations waiting, OwnCreations own,
    RemoteCreations remote, ChosenNames chosen, EmulatorDirectory directory, TimeProvider time) : ICreations
{
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(5);

    private long _created;

    /// <summary>Gets how many emulators were created for this bridge's clients, on any host.</summary>
    public long Created => Volatile.Read(ref _created);

    public async Task<Creation> CreateAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        try
        {
            CheckName(wanted, key);
            var creation = await PlaceAsync(wanted, key, cancellationToken);
            if (creation is not Creation.Refused)
                Interlocked.Increment(ref _created);
            return creation;
        }
        catch (RequestException refused)
        {
            return new Creation.Refused(refused);
        }
    }

    private void CheckName(NewEmulator wanted, string? key)
    {
        if (wanted.Name is { } name)
        {
            chosen.Check(name);
            if (directory.Has(name) && key is null)
                throw CreationPlaces.Taken(name);
        }
        else if (wanted.Request.Checkpoint is not null)
        {
            throw new RequestException(ProblemTypes.MissingParameter,
                "name is required with checkpoint: the emulator comes back under it.", "name");
        }
    }

    private async Task<Creation> PlaceAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
        using var ticket = wanted.Wait > TimeSpan.Zero ? waiting.TryEnter() : null;
        do
        {
            if (await TryHostsAsync(wanted, key, cancellationToken) is { } creation)
                return creation;
        }
        while (ticket is not null && await ticket.WaitAsync(wanted.Wait - time.GetElapsedTime(began), cancellationToken));

        throw new RequestException(ProblemTypes.FleetFull,
            "No host of the fleet takes another emulator with this ROM; end one, or try again when a lease has ended. Nothing was created.")
        {
            SafeToRepeat = true, RetryAfter = RetryAfter,
        };
    }

    // Returns null if no host takes it now.
    private async Task<Creation?> TryHostsAsync(NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        try
        {
            var placed = await search.RunAsync(wanted.Request.Rom, OwnCreations.KeyOf(wanted, key),
                host => SendAsync(host, wanted, key, cancellationToken), cancellationToken);
            return placed.Kind switch
            {
                PlacedKind.Done => placed.Result,
                PlacedKind.Full => null,
                PlacedKind.Unreachable => throw new RequestException(ProblemTypes.NotApplied,
                    $"The host {placed.Host}, which has this Idempotency-Key, can't be reached. The request was not sent to it."),
                _ => throw OwnCreations.OtherBody(),
            };
        }
        catch (EtcdException exception)
        {
            throw OwnCreations.Unavailable(exception);
        }
    }

    private async Task<Placed<Creation>> SendAsync(string id, NewEmulator wanted, string? key, CancellationToken cancellationToken)
    {
        if (id == options.Host)
            return await own.CreateAsync(wanted, key, cancellationToken);
        var snapshot = fleet.Snapshot;
        return (snapshot.Hosts.GetValueOrDefault(id) ?? snapshot.Lost.GetValueOrDefault(id)?.Last) is { } host
            ? await remote.CreateAsync(host, wanted, key, cancellationToken)
            : new Placed<Creation>(PlacedKind.Unreachable);
    }
}
