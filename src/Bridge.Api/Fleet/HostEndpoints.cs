using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Fleet;

/// <summary>Maps the list of the fleet's hosts, their draining, and the endpoints that hosts call on each other.</summary>
internal static class HostEndpoints
{
    private static readonly NumberRule Seconds = new("seconds", 0, 604_800); // Up to a week.

    // Shorter than the 0.8 s for which the fence of the other host waits for the response.
    private static readonly TimeSpan MaxRead = TimeSpan.FromSeconds(0.6);

    /// <summary>Maps them if the bridge belongs to a fleet.</summary>
    public static void MapFleet(this WebApplication routes)
    {
        if (!routes.Services.GetRequiredService<FleetOptions>().IsOn)
            return;
        routes.MapGet("/hosts", List).Needs(Scope.Read, ofEveryEmulator: true).TakesQuery().ExcludeFromDescription();
        routes.MapPost("/hosts/{host}/drain", DrainAsync).Needs(Scope.Admin, ofEveryEmulator: true).TakesQuery().ExcludeFromDescription();
        routes.MapDelete("/hosts/{host}/drain", EndDrainAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true).TakesQuery().ExcludeFromDescription();
        routes.MapGet("/fleet/names/{name}", FindNameAsync).Needs(Scope.None).TakesQuery().ExcludeFromDescription();
        routes.MapPost(RemoteCreations.Path, CreateAsync).Needs(Scope.Admin, ofEveryEmulator: true).TakesQuery().ExcludeFromDescription();
    }

    private static JsonHttpResult<HostList> List(HttpContext context)
    {
        var snapshot = context.RequestServices.GetRequiredService<FleetDirectory>().Snapshot;
        return TypedResults.Json(new HostList(
            [.. snapshot.Hosts.Values.OrderBy(host => host.Id, StringComparer.Ordinal).Select(host => Describe(context, host)),
            .. snapshot.Lost.Values.Where(lost => !snapshot.Hosts.ContainsKey(lost.Last.Id))
                .OrderBy(lost => lost.Last.Id, StringComparer.Ordinal)
                .Select(lost => Describe(context, lost.Last) with { State = "lost", Seen = lost.Seen })]), HostJson.Context.HostList);
    }

    private static async Task DrainAsync(string host, HttpContext context)
    {
        if (await ForwardsAsync(host, context))
            return;
        var setting = await JsonBody.ReadAsync(context.Request, HostJson.Context.DrainSetting);
        var duration = setting.Seconds is { } seconds
            ? TimeSpan.FromSeconds(Seconds.Check(seconds, "0 to 604800, or null for no end"))
            : (TimeSpan?)null;
        await context.RequestServices.GetRequiredService<FleetDrain>().BeginAsync(duration, context.RequestAborted);
        await RespondAsync(context);
    }

    private static async Task EndDrainAsync(string host, HttpContext context)
    {
        if (await ForwardsAsync(host, context))
            return;
        context.RequestServices.GetRequiredService<FleetDrain>().End();
        await RespondAsync(context);
    }

    private static Task RespondAsync(HttpContext context)
    {
        var (options, fleet) = (context.RequestServices.GetRequiredService<FleetOptions>(),
            context.RequestServices.GetRequiredService<FleetDirectory>());
        // Without figures until the snapshot has this host.
        var own = fleet.Snapshot.Hosts.GetValueOrDefault(options.Host!)
            ?? new FleetHost(options.Host!, options.Address!, Raw: null, Instance: "", Slots: 0, Free: 0, Warm: 0, Roms: "",
                Draining: false, Version: "", Heartbeats: 0);
        return context.Response.WriteAsJsonAsync(Describe(context, own), HostJson.Context.HostDescription);
    }

    private static HostDescription Describe(HttpContext context, FleetHost host)
    {
        var description = new HostDescription(
            host.Id, host.Address, "live", host.Slots, host.Free, host.Warm, host.Draining, host.Version, EndsInSeconds: null, Seen: null);
        var services = context.RequestServices;
        if (services.GetRequiredService<FleetOptions>().Host != host.Id)
            return description;
        var (drain, status, places) = (services.GetRequiredService<FleetDrain>(), services.GetRequiredService<FleetStatus>(),
            services.GetRequiredService<CreationPlaces>());
        return description with { Free = places.Free, Draining = status.IsDraining, EndsInSeconds = drain.Left?.TotalSeconds };
    }

    // Returns whether the request was another host's.
    private static async Task<bool> ForwardsAsync(string id, HttpContext context)
    {
        var services = context.RequestServices;
        if (services.GetRequiredService<FleetOptions>().Host == id)
            return false;
        if (TrustedHop.Is(context) || !services.GetRequiredService<FleetDirectory>().Snapshot.Hosts.TryGetValue(id, out var host))
            throw new RequestException(ProblemTypes.NotFound, $"Unknown host \"{Parameters.Shorten(id)}\"; GET /hosts lists them.", "host");
        await services.GetRequiredService<FleetHop>().ForwardAsync(context, host);
        return true;
    }

    private static async Task<JsonHttpResult<HostCreationResponse>> CreateAsync(HttpContext context, OwnCreations creations, OwnHost own)
    {
        RefuseClients(context);
        var request = await JsonBody.ReadAsync(context.Request, HostCreationJson.Context.HostCreationRequest);
        var wanted = OnDemandEndpoints.Read(context, request.Emulator);
        var placed = await creations.CreateAsync(wanted, request.Key, context.RequestAborted);
        return TypedResults.Json(
            new HostCreationResponse(placed.Result?.ToResponse(own), placed.Host), HostCreationJson.Context.HostCreationResponse);
    }

    private static void RefuseClients(HttpContext context)
    {
        if (!TrustedHop.Is(context))
            throw new RequestException(ProblemTypes.ForeignBridge, "Only the bridges of the fleet send this.");
    }

    private static async Task<JsonHttpResult<HolderResponse>> FindNameAsync(string name, HttpContext context)
    {
        RefuseClients(context);
        var services = context.RequestServices;
        var response = services.GetRequiredService<OwnLease>().IsHeld ? await ReadAsync(name, context) : null;
        if (response is null && !services.GetRequiredService<FleetTakeover>().IsTaking(name))
        {
            var (chosen, fence) = (services.GetRequiredService<ChosenNames>(), services.GetRequiredService<Fence>());
            response = FenceRules.Answer(services.GetRequiredService<FleetOptions>().Host!, name,
                chosen.Has(name) ? fence.HoldOf(name) : null, services.GetRequiredService<FleetDirectory>().Snapshot);
        }

        return TypedResults.Json(response ?? throw new RequestException(ProblemTypes.FleetUnavailable, "etcd has not responded yet."),
            CheckpointJson.Context.HolderResponse);
    }

    private static async Task<HolderResponse?> ReadAsync(string name, HttpContext context)
    {
        var (names, time) = (context.RequestServices.GetRequiredService<FleetNames>(),
            context.RequestServices.GetRequiredService<TimeProvider>());
        try
        {
            var found = await names.FindAsync(name, context.RequestAborted).WaitAsync(MaxRead, time, context.RequestAborted);
            return new HolderResponse(found?.Host, IsExact: true);
        }
        catch (Exception failure) when (failure is EtcdException or TimeoutException)
        {
            return null;
        }
    }
}
