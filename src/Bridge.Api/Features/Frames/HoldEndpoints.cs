using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>Maps the hold of the game: hold, step and release.</summary>
internal static class HoldEndpoints
{
    // For requests without a body.
    private static readonly StepRequest DefaultStep = new();

    public static void MapHold(this IEndpointRouteBuilder routes)
    {
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        var frames = routes.MapGroup("/frames").WithTags("Frames");
        frames.MapGet("/hold", GetAsync)
            .Needs(Scope.Read)
            .Describe("GetHold", "Returns who has frozen the game, and for how long",
                "The response includes the lease, unless the game is frozen exclusively.")
            .TakesQuery()
            .Produces<HoldState>()
            .RefusesLikeACommand();
        frames.MapPost("/hold", HoldAsync)
            .Needs(Scope.Input)
            .Describe("HoldGame", "Freezes the game: it stands still until it is stepped or resumed",
                "Reads, writes, screenshots and states keep working; presses with wait: false wait for steps. Other requests that "
                + "wait for frames, except steps and turns, are refused with 409, even the owner's. The game resumes leaseSeconds (0.1 "
                + "to 600, default 20) after the lease was last renewed, so that no crashed client stops a game for good. A step renews "
                + "the lease, and so does this request with it. Any client can join unless exclusive is true. owner is the name that other "
                + "clients see, at most 64 characters; default is the User-Agent of the client. With a lease, exclusive and owner do not "
                + "change. The body is optional.")
            .TakesQuery()
            .MayTakeBody<HoldRequest>(FrameRules.Hold, """{"leaseSeconds": 20, "exclusive": false}""")
            .Produces<HoldBegun>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.Held,
                ProblemTypes.NotHeld, ProblemTypes.UnsupportedMediaType)
            .MapsArgument("milliseconds", "leaseSeconds");
        frames.MapDelete("/hold", ReleaseAsync)
            .Needs(Scope.Input)
            .Describe("ReleaseGame", "Resumes the game",
                "Steps that have not completed respond to their own callers with 409. force=true resumes a game that another client "
                + "has frozen, and requires the scope admin if tokens are configured.")
            .TakesQuery(
                new ParameterNote("lease", "The lease; required if the game is frozen exclusively.", "") { Rule = FrameRules.Lease },
                new ParameterNote("force", "true: resumes a game that another client has frozen; requires the scope admin.", "")
                    { Rule = FrameRules.Force })
            .Produces<FrameResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.Held, ProblemTypes.NotHeld);
        var symbols = routes.ServiceProvider.GetRequiredService<SymbolStores>();
        frames.MapPost("/step", (string emulator, HttpContext context) => StepAsync(emulators.Get(emulator), symbols, context))
            .Needs(Scope.Input)
            .Describe("StepGame", "Runs frames of a frozen game, and reads memory in the last frame",
                "Runs exactly frames frames (1 to 36,000, default 1) with buttons down, in addition to held and pressed buttons, and "
                + "with the cartridge's sensors as sensors says, if it is given (as in PUT …/sensors). "
                + "Then the game stops again, and the response has the values of read from that frame (up to 256 places, as in "
                + "POST …/memory/read). A step renews the lease. draw: false skips drawing the picture, which takes most of the "
                + "time of a frame in the bundled emulator; a request for the picture then fails with 409. screen adds the picture "
                + "of that frame: scale (1 to 8), or width and height (1 to 1,024, by a box filter), gray, and format png "
                + "(default) or raw: the bytes of red, green and blue, or of gray. With Accept: application/octet-stream the "
                + "response is binary, as docs/step-layout.md describes. lease is required only if the game is frozen "
                + "exclusively. Steps of several clients run one after the other; at most 64 can wait. A client disconnect cancels the "
                + "step. The body is optional.")
            .TakesQuery()
            .MayTakeBody<StepRequest>(FrameRules.Step,
                """{"frames": 10, "buttons": ["Right"], "read": [{"address": "0x02000048", "type": "u16"}]}""")
            .MapsArgument("mask", "buttons")
            .Produces<StepResponse>()
            .CallsSensors()
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.UnknownButton, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.InvalidBody,
                ProblemTypes.Held, ProblemTypes.NotHeld,
                ProblemTypes.Conflict, ProblemTypes.Interrupted, ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames())
            .RunInline();
    }

    private static async Task<HoldState> GetAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var now = await emulators.Get(emulator).GetHoldAsync(cancellationToken);
        return now.Held
            ? new HoldState(Held: true, now.Exclusive ? null : now.Lease, now.Owner, now.Exclusive,
                now.Left.TotalSeconds, now.StepsWaiting, now.Frame)
            : new HoldState(Held: false, Lease: null, Owner: null, Exclusive: null, ExpiresInSeconds: null, StepsWaiting: 0, now.Frame);
    }

    private static async Task<HoldBegun> HoldAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, FrameJson.Context.HoldRequest) ?? new HoldRequest();
        var time = TimeOf(body.LeaseSeconds ?? FrameRules.LeaseSeconds.Default!.Value);
        var owner = body.Owner is { } name ? OwnerOf(name) : ClientOf(context.Request);
        var lease = body.Lease is { } given
            ? await client.RenewHoldAsync(LeaseOf(given), time, owner, context.RequestAborted)
            : await client.HoldAsync(time, body.Exclusive ?? false, owner, context.RequestAborted);
        return new HoldBegun(lease.Name, lease.Frame, lease.Left.TotalSeconds);
    }

    private static async Task<FrameResponse> ReleaseAsync(string emulator, string? lease, string? force,
        HttpContext context, EmulatorDirectory emulators)
    {
        var given = lease is null ? null : LeaseOf(lease);
        if (FrameRules.Force.Parse(force))
        {
            if (given is not null)
                throw new RequestException(ProblemTypes.InvalidParameter,
                    "force can't be combined with lease; force resumes any client's game.", "force");
            TokenGuard.Demand(context, Scope.Admin);
            given = HoldCommands.AnyLease;
        }

        return new FrameResponse(await emulators.Get(emulator).ReleaseHoldAsync(given, context.RequestAborted));
    }

    private static async Task StepAsync(EmulatorClient client, SymbolStores symbols, HttpContext context)
    {
        var body = await JsonBody.ReadIfAnyAsync(context.Request, FrameJson.Context.StepRequest) ?? DefaultStep;
        var frames = FrameRules.StepFrames.Of(body.Frames);
        var buttons = body.Buttons is { } names ? ButtonNames.Parse(names, "buttons", client.Status.Facts?.Platform) : Buttons.None;
        var sensors = SensorRules.ReadIfAny(body.Sensors, "sensors");
        var lease = body.Lease is { } given ? LeaseOf(given) : null;
        if (body.Read is not null || body.Screen is not null)
            TokenGuard.Demand(context, Scope.Read);
        var isBinary = StepLayout.IsWanted(context.Request);
        var form = FormOf(body.Screen, body.Draw, pictures: 1, isBinary);
        if (isBinary)
            StepLayout.CheckPlaces(body.Read);
        var reads = new EmulatorBatch();
        var observed = new LastFrame(reads, client, body.Read, form, await symbols.Of(client).ReadyAsync());

        using var reply = await observed.TranslateErrorsAsync(sensors is null
            ? client.StepAsync(frames, buttons, lease, body.Draw ?? true, reads, context.RequestAborted,
                observed.IsQuick && InlineScheduling.CanRunInline(context))
            : client.StepFromAsync(new StepBeginning(State: null, sensors), frames, buttons, lease, body.Draw ?? true, reads,
                context.RequestAborted));
        if (isBinary)
        {
            StepLayout.Respond(context.Response, reply.Frame, body.Read?.Count ?? 0, observed, reply.Results);
            return;
        }

        var stepped = new StepResponse(
            reply.Frame, observed.Values(reply.Results), observed.Screen(reply.Results),
            OpposingDirections.HiddenOf(buttons, client.Status.Facts));
        BufferedResponse.Write(context.Response, stepped, FrameJson.Context.StepResponse);
    }

    /// <summary>Returns the form of the pictures of a step; null if it takes none.</summary>
    /// <param name="screen">What the client wants of the pictures.</param>
    /// <param name="draw">Whether the last frame is drawn; null: yes.</param>
    /// <param name="pictures">The number of pictures, whose bytes are limited together.</param>
    /// <param name="isBinary">Whether the response is binary.</param>
    /// <exception cref="RequestException">The form is invalid, or no picture is drawn.</exception>
    public static PictureForm? FormOf(ScreenRequest? screen, bool? draw, int pictures, bool isBinary)
    {
        if (screen is null)
            return null;
        return draw == false
            ? throw new RequestException(ProblemTypes.InvalidParameter, "draw must be true for a step with screen; got false.", "draw")
            : PictureForm.Read(screen, pictures, isBinary);
    }

    private static TimeSpan TimeOf(double seconds) =>
        TimeSpan.FromMilliseconds(Math.Round(FrameRules.LeaseSeconds.Check(seconds, "0.1 to 600") * 1000));

    /// <exception cref="RequestException">The text can't be a lease.</exception>
    public static string LeaseOf(string lease) => FrameRules.Lease.HasLength(lease) && lease.All(char.IsAsciiLetterOrDigit)
        ? lease
        : throw Parameters.Refuse("lease", lease, "the lease that POST …/frames/hold returned");

    private static string OwnerOf(string owner) => IsPrintable(owner) && !string.IsNullOrWhiteSpace(owner)
        ? owner
        : throw Parameters.Refuse("owner", owner, $"a name of 1 to {WireLimits.OwnerBytes} printable ASCII characters");

    // The first word of the User-Agent, like curl/8.5.0.
    private static string ClientOf(HttpRequest request) =>
        request.Headers.UserAgent.ToString().Split(' ', 2)[0] is { Length: > 0 } name && IsPrintable(name) ? name : "somebody";

    private static bool IsPrintable(string text) =>
        text.Length <= WireLimits.OwnerBytes && !text.AsSpan().ContainsAnyExceptInRange(' ', '~');
}
