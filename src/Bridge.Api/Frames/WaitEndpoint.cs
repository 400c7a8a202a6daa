using System.Text.Json.Serialization;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Frames;

/// <summary>Waits inside the emulator: for frames, for a value in memory, for another picture.</summary>
internal static class WaitEndpoint
{
    /// <summary>Frames after which a value is waited for no longer, unless the request says otherwise.</summary>
    public const int DefaultTimeout = 600;

    private const string Changed = "changed";

    public static void MapWaits(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/frames/wait", WaitAsync)
            .WithTags("Frames")
            .Needs(Scope.Read)
            .Describe("WaitForFrames", "Waits for frames, for a value in memory, or for another picture",
                "frames: 1 to 36,000, counted as they are emulated. Or until, with a value in memory: address, type (default u8), domain, and is with value as a guard has "
                + "them, or is: changed without one; looked at at once and in every frame, so nothing is missed. A chain of pointers is followed anew each time, and is not "
                + "met while it leads nowhere. Or until with screen: changed, against the picture of the moment: in the emulator that comes with the bridge every frame is "
                + "looked at, in others every fourth. met is false when timeoutFrames (1 to 36,000; default 600) ran out, which is no error. "
                + "256 can wait at once in an emulator, 16 of them for the picture; with several tokens a quarter of both for each. Who hangs up waits no longer.")
            .TakesQuery()
            .TakesBody<WaitQuestion>("""{"until": {"address": "0x02000000", "type": "u32", "is": "changed"}, "timeoutFrames": 600}""")
            .Produces<WaitAnswer>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.Interrupted, ProblemTypes.Unsupported,
                ProblemTypes.UnsupportedMediaType)
            .WithMetadata(new WaitsForFrames(), new ArgumentName("address", "until.address"), new ArgumentName("domain", "until.domain"));
    }

    private static async Task<WaitAnswer> WaitAsync(string emulator, HttpContext context, EmulatorDirectory emulators, TokenShares shares)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, FrameJson.Context.WaitQuestion);
        using var place = shares.Take(client, context.Features.Get<AccessToken>(),
            body.Until?.Screen is null ? [SharedPlaces.Waits] : [SharedPlaces.Waits, SharedPlaces.ScreenWaits]);
        if (body.Until is not { } until)
            return await WaitForFramesAsync(client, body, context.RequestAborted);
        if (body.Frames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "frames excludes until; until has timeoutFrames.", "frames");
        var timeout = Parameters.InRange(body.TimeoutFrames ?? DefaultTimeout, "timeoutFrames", 1, WireLimits.WaitFrames);
        try
        {
            return until.Screen is null
                ? await WaitForMemoryAsync(client, until, timeout, context.RequestAborted)
                : await WaitForScreenAsync(client, until, timeout, context.RequestAborted);
        }
        catch (RequestException refused)
        {
            throw refused.Of("until");
        }
    }

    private static async Task<WaitAnswer> WaitForFramesAsync(EmulatorClient client, WaitQuestion body, CancellationToken cancellationToken)
    {
        if (body.TimeoutFrames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames belongs to until, which is missing.", "timeoutFrames");
        var frames = Parameters.InRange(
            body.Frames ?? throw Parameters.Missing("frames", $"1 to {WireLimits.WaitFrames}; until would be what to wait for"), "frames", 1, WireLimits.WaitFrames);
        var (waited, frame) = await client.WaitForFramesAsync(frames, cancellationToken);
        return new WaitAnswer(frame, null, waited);
    }

    private static async Task<WaitAnswer> WaitForScreenAsync(EmulatorClient client, WaitCondition until, int timeout, CancellationToken cancellationToken)
    {
        if (until.Screen != Changed)
            throw Parameters.Refuse("screen", until.Screen!, Changed);
        if (until with { Screen = null } != new WaitCondition())
            throw new RequestException(ProblemTypes.InvalidParameter, "screen excludes address, type, domain, is and value.", "screen");
        var (met, waited, frame) = await client.WaitForScreenAsync(timeout, cancellationToken);
        return new WaitAnswer(frame, met, waited);
    }

    private static async Task<WaitAnswer> WaitForMemoryAsync(EmulatorClient client, WaitCondition until, int timeout, CancellationToken cancellationToken)
    {
        var awaited = AwaitedValue.Read(client, until);
        var done = await client.WaitForMemoryAsync(awaited.Address, awaited.Type, awaited.Domain, awaited.Condition, timeout, cancellationToken);
        return new WaitAnswer(done.Frame, done.Met, done.Waited, done.Value, done.Address is { } place ? Parameters.Hex(place) : null);
    }
}

/// <summary>Frames to wait for; or what to wait until, and for how many frames at most.</summary>
internal sealed record WaitQuestion(int? Frames = null, WaitCondition? Until = null, int? TimeoutFrames = null);

/// <summary>A value in memory and a condition on it; or screen, which is changed.</summary>
internal sealed record WaitCondition(
    string? Address = null, string? Type = null, string? Domain = null, string? Is = null, long? Value = null, string? Screen = null);

/// <summary>Frames that were waited; of what was waited for, whether it came, and the value at the end with its place.</summary>
internal sealed record WaitAnswer(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met, int Waited,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address = null);
