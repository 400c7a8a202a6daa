using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;

namespace Bridge.Api.Fleet;

/// <summary>
/// Refuses requests to emulators that another host may have taken over, or that are just coming back. Runs before requests are forwarded.
/// </summary>
internal sealed class FleetGuard(
    RequestDelegate next, EmulatorDirectory own, FleetDirectory fleet, FleetOptions options, Fence fence, FencedRequests requests,
    ChosenNames chosen)
{
    private const string NotApplied = "The request was not applied.";

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.RouteValues["emulator"] is not string emulator)
            return next(context);
        if (own.Has(emulator))
        {
            return fence.MayServe(emulator) ? requests.RunAsync(context, emulator, next) : RefuseAsync(context, Explain(emulator, options));
        }

        var snapshot = fleet.Snapshot;
        if (chosen.Has(emulator))
            return RefuseAsync(context, $"{emulator} is being started on the host {options.Host}. {NotApplied}");
        return snapshot.Aliases.TryGetValue(emulator, out var alias)
            && alias is { Checkpoint: not null, Host: EmulatorTakeover.NoHost }
            ? RefuseAsync(context, $"No host could start {emulator} yet; the hosts try again. {NotApplied}")
            : next(context);
    }

    /// <summary>Returns why the fence refuses an emulator.</summary>
    public static string Explain(string emulator, FleetOptions options) =>
        $"The host {options.Host} has no contact to etcd and can't tell whether another host has taken {emulator} over. {NotApplied}";

    private static Task RefuseAsync(HttpContext context, string sentence) =>
        Problem.WriteAsync(context, ProblemTypes.NotApplied, sentence, safeToRepeat: true, retryAfter: RetryAfter);
}
