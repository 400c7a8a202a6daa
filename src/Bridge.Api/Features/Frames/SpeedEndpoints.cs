using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Input;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Frames;

/// <summary>Maps the speed of the game, which only the bundled emulator can set.</summary>
internal static class SpeedEndpoints
{
    /// <summary>What is accepted as a speed, for sentences.</summary>
    public const string Accepted = "0.25 to 16, or 0 for as fast as possible";

    public static void MapSpeed(this IEndpointRouteBuilder routes)
    {
        var speed = routes.MapGroup("/speed").WithTags("Speed");
        speed.MapGet("", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetSpeed", "Returns the configured speed",
                "1 is the speed of the console, 59.7275 frames per second. 0 is as fast as possible. framesPerSecond of the emulator is "
                + "the measured speed.")
            .TakesQuery()
            .Produces<SpeedResponse>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        speed.MapPut("", SetAsync)
            .Needs(Scope.Admin)
            .Describe("SetSpeed", "Sets the speed",
                "0.25 to 16, rounded to thousandths, or 0 for as fast as possible. With leaseMilliseconds, 100 to 600,000, the speed from "
                + "before returns when that time passes without another PUT, so a crashed client leaves no game fast. Only the bundled "
                + "emulator supports this. mGBA has no speed control for scripts, so the bridge responds with 501.")
            .TakesQuery()
            .TakesBody<SpeedSetting>(FrameRules.SpeedSetting, """{"speed": 1}""")
            .MapsArgument("thousandths", "speed")
            .Produces<SpeedResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
    }

    /// <summary>Returns a speed that is accepted, rounded to thousandths.</summary>
    /// <exception cref="RequestException">It is out of range.</exception>
    public static double SpeedOf(double speed) => Math.Round(FrameRules.Speed.Check(speed, Accepted), 3);

    private static async Task<SpeedResponse> GetAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var (speed, frame) = await emulators.Get(emulator).GetSpeedAsync(cancellationToken);
        return new SpeedResponse(speed, frame);
    }

    private static async Task<SpeedResponse> SetAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SpeedLeases leases)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, FrameJson.Context.SpeedSetting);
        var speed = body.Speed ?? throw Parameters.Missing("speed", Accepted);
        var rounded = SpeedOf(speed);
        TimeSpan? term = body.LeaseMilliseconds is { } lease
            ? TimeSpan.FromMilliseconds(InputRules.LeaseMilliseconds.Check(lease))
            : null;
        return new SpeedResponse(rounded, await leases.SetAsync(client, rounded, term, context.RequestAborted));
    }
}
