using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>Maps liveness, the readiness of the default emulator, and the health of every emulator.</summary>
internal static class HealthEndpoints
{
    public static void MapHealth(this IEndpointRouteBuilder routes)
    {
        var health = routes.MapGroup("/health").WithTags("Health");
        health.MapGet("/live", () => Results.Text("live"))
            .Needs(Scope.None)
            .Describe("GetLiveness", "Tells whether the process is alive", "Does not check the emulators.")
            .TakesQuery()
            .Produces<string>(StatusCodes.Status200OK, "text/plain")
            .Refuses(ProblemTypes.UnknownParameter)
            .WithMetadata(new LivenessProbe())
            // Responds even when the thread pool is busy.
            .RunInline();
        health.MapGet("/ready", GetReadinessAsync)
            .Needs(Scope.None)
            .Describe("GetReadiness", "Tells whether the default emulator responds and its frames advance",
                "Sends a request to the emulator. A frozen or stopped game is ready, because its frames advance when they are asked for. A "
                + "503 response gives the reason: no-emulator, no-game, paused, stuck, crashed, script-outdated, wrong-secret, "
                + "foreign-script, or stopping when the bridge is shutting down.")
            .TakesQuery()
            .Produces<EmulatorHealth>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.NoEmulator);
        health.MapGet("", GetReportAsync)
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetHealth", "Reports the health of each emulator, and what to do next",
                "Always responds with 200. status is ready or unready, following the default emulator, or stopping when the bridge is "
                + "shutting down. next says in one sentence what to do about each emulator, and names the client that has frozen a game. "
                + "doors are the ports at which other tools find games.")
            .TakesQuery()
            .Produces<HealthReport>()
            .Refuses(ProblemTypes.UnknownParameter);
    }

    private static async Task<EmulatorHealth> GetReadinessAsync(EmulatorDirectory emulators, DirectoryOptions options,
        GracefulShutdown stop, CancellationToken cancellationToken)
    {
        if (stop.HasBegun)
            throw new RequestException(ProblemTypes.Stopping, "The bridge is stopping. Send no more requests to it.");
        if (options.NeedsNone)
            return EmulatorHealth.Of(emulators.Default);
        // The state may be out of date. A reply proves that frames advance, because the script replies only while they do.
        await emulators.Default.RefreshAsync(cancellationToken);
        // Some emulators still reply when the game has crashed.
        if (emulators.Default.State == EmulatorState.Crashed)
            throw new EmulatorException(EmulatorFailure.Crashed, NextStep.Of(emulators.Default));
        return EmulatorHealth.Of(emulators.Default);
    }

    private static async Task<HealthReport> GetReportAsync(
        HttpContext context, EmulatorDirectory emulators, DoorReading doors, GracefulShutdown stop) =>
        new(ProgramVersion.Number, ProgramVersion.Commit,
            stop.HasBegun ? "stopping" : ProblemTypes.Of(emulators.Default.State) is null ? "ready" : "unready",
            await Task.WhenAll(emulators.All.Where(emulator => TokenGuard.Reaches(context, emulator.Name))
                .Select(emulator => EmulatorHealth.AskAsync(emulator, context.RequestAborted))),
            [.. doors().Where(door => TokenGuard.Reaches(context, door.Emulator))]);
}
