using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Fleet.Hop;

/// <summary>
/// Forwards requests to emulators of other hosts. Runs after the checks, whose refusals need no other bridge. The other bridge checks
/// the token again.
/// </summary>
internal sealed class HopForwarding(
    RequestDelegate next, EmulatorDirectory own, FleetDirectory fleet, FleetHop hop, HostContact contact, FleetNames names, OwnLease lease,
    FleetOptions options, TimeProvider time)
{
    private readonly UnknownNames _unknown = new(time);

    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.RouteValues["emulator"] is not string emulator || own.Has(emulator) || TrustedHop.Is(context))
            return next(context);
        var snapshot = fleet.Snapshot;
        return snapshot.HostIdOf(emulator) is not { } host ? ForwardNewAsync(context, emulator)
            : host == options.Host ? next(context)
            : ForwardAsync(context, snapshot, emulator, host);
    }

    // A name that was just taken may not be in the snapshot yet.
    private async Task ForwardNewAsync(HttpContext context, string emulator)
    {
        var host = EmulatorClient.IsName(emulator) && lease.IsHeld && !_unknown.Has(emulator)
            ? await FindAsync(emulator, context.RequestAborted)
            : null;
        await (host is not null && host != options.Host ? ForwardAsync(context, fleet.Snapshot, emulator, host) : next(context));
    }

    private async Task<string?> FindAsync(string emulator, CancellationToken cancellationToken)
    {
        var asked = time.GetTimestamp();
        try
        {
            var host = (await names.FindAsync(emulator, cancellationToken))?.Host;
            if (host is null)
                _unknown.Add(emulator, asked);
            return host;
        }
        catch (EtcdException)
        {
            return null;
        }
    }

    private Task ForwardAsync(HttpContext context, FleetSnapshot snapshot, string emulator, string id)
    {
        if (snapshot.Hosts.TryGetValue(id, out var host))
            return hop.ForwardAsync(context, host);
        // etcd may have lost the host's key although its bridge still runs.
        return snapshot.Lost.TryGetValue(id, out var lost) ? ForwardToLostAsync(context, emulator, lost) : next(context);
    }

    private async Task ForwardToLostAsync(HttpContext context, string emulator, LostHost lost)
    {
        if (!contact.IsSilent(lost.Last.Id) && await hop.TryForwardAsync(context, lost.Last))
            return;
        var comesBack = fleet.Snapshot.Aliases.TryGetValue(emulator, out var alias) && alias.Checkpoint is not null;
        var gone = new LostEmulator(emulator, lost, comesBack);
        await (gone.ComesBack
            ? Problem.WriteAsync(context, ProblemTypes.NotApplied, gone.Sentence, safeToRepeat: true)
            : Problem.WriteAsync(context, ProblemTypes.EmulatorLost, gone.Sentence));
    }
}
