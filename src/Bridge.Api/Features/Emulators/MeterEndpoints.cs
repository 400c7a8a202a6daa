using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Emulators;

/// <summary>Maps the measurements of each emulator, for people and the page; docs/telemetry.md has them for OpenTelemetry.</summary>
internal static class MeterEndpoints
{
    public static void MapMeters(this IEndpointRouteBuilder routes)
    {
        var fleet = routes.ServiceProvider.GetService<FleetReading>();
        routes.MapGet("/meters", (HttpContext context, EmulatorDirectory emulators) => Read(context, emulators, fleet))
            .WithTags("Health")
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetMeters", "Returns the measurements of each emulator",
                "Does not send a request to the emulators. An unknown number is null. framesPerSecond covers the last five seconds. "
                + "roundTripMs is the round-trip time of the latest ping. Both are null while the emulator does not respond. inFlight and "
                + "queuedBytes count the requests and bytes on their way to the script. reconnects is the number of reconnections. "
                + "windowUsed (0 to 1) is the fraction of the script's time for requests that was in use in the last second, or null for "
                + "a second or two after the first call. bytesIn and bytesOut count the bytes from and to the script. requests counts "
                + "the requests to the script, including each retry: total since the bridge started, and failed without a successful "
                + "reply (refused, lost, timed out, not sent). p50Ms and p99Ms cover the successful requests of the last ten seconds that "
                + "do not wait for frames. A bridge in a fleet adds fleet: hosts by their state, slots and free of the hosts that live, "
                + "waiting creations, emulators created for this bridge's clients, expired ones of this host, lost ones, resyncs and "
                + "engineAgeSeconds with etcd.")
            .TakesQuery()
            .Produces<MeterReport>()
            .Refuses(ProblemTypes.UnknownParameter);
    }

    private static MeterReport Read(HttpContext context, EmulatorDirectory emulators, FleetReading? fleet) =>
        new([.. emulators.All.Where(emulator => TokenGuard.Reaches(context, emulator.Name))
            .Select(emulator => MeterDescription.Of(emulator.Name, emulator.Meters))], fleet?.Invoke());
}
