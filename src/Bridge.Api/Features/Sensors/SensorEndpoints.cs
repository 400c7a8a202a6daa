using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Sensors;

/// <summary>Maps what the sensors in the cartridge measure, which only the bundled emulator can set.</summary>
internal static class SensorEndpoints
{
    public static void MapSensors(this IEndpointRouteBuilder routes)
    {
        var sensors = routes.MapGroup("/sensors").WithTags("Sensors");
        sensors.MapGet("", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetSensors", "Returns the sensors of the cartridge",
                "What they measure; null: the cartridge has no such sensor. rumble: whether its motor runs. Only the bundled emulator has "
                + "sensors that can be set; others respond with 501.")
            .TakesQuery()
            .Produces<SensorsResponse>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        sensors.MapPut("", SetAsync)
            .Needs(Scope.Input)
            .Describe("SetSensors", "Sets what the sensors of the cartridge measure",
                "tilt: x to the right and y towards the player, -1 to 1; 1 is a quarter turn. gyroscope: clockwise, -1 to 1; 1 is as fast "
                + "as a player can turn it. light: 0 dark to 1 bright. All are rounded to thousandths, and stay until they are set again "
                + "or another ROM is loaded. clock: the time of the cartridge's clock in seconds since 1970, which goes on from there; not "
                + "with an emulator that was created with clock. At least one is required; the others stay as they are. The response is "
                + "409 if the cartridge has no such sensor. The history and movies have what is set here; a rewind brings back what was "
                + "measured then. Only the bundled emulator has sensors that can be set; others respond with 501.")
            .TakesQuery()
            .TakesBody<SensorsRequest>(SensorRules.Sensors, """{"tilt": {"x": 0.5, "y": 0}}""")
            .Produces<SensorsResponse>()
            .RefusesLikeACommand(ProblemTypes.MissingParameter, ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Conflict, ProblemTypes.Unsupported);
    }

    private static async Task<SensorsResponse> GetAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var (sensors, frame) = await emulators.Get(emulator).GetSensorsAsync(cancellationToken);
        return SensorsResponse.Of(sensors, frame);
    }

    private static async Task<SensorsResponse> SetAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, SensorJson.Context.SensorsRequest);
        var (sensors, frame) = await client.SetSensorsAsync(SensorRules.Read(body), context.RequestAborted);
        return SensorsResponse.Of(sensors, frame);
    }
}
