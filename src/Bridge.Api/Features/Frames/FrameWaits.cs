using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>Waits inside the emulator for frames, for a value in memory or for a new picture.</summary>
internal sealed class FrameWaits(TokenShares shares)
{
    /// <summary>Waits until the condition is met or the frames have passed.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="request">What to wait for.</param>
    /// <param name="owner">The token whose share of the waits it takes; null without tokens.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="RequestException">A member is missing or invalid, or the token has used its share of waits.</exception>
    public async Task<WaitResponse> WaitAsync(
        EmulatorClient client, WaitRequest request, AccessToken? owner, CancellationToken cancellationToken)
    {
        using var place = shares.Take(client, owner,
            request.Until?.Screen is null ? [SharedPlaces.Waits] : [SharedPlaces.Waits, SharedPlaces.ScreenWaits]);
        if (request.Until is not { } until)
            return await WaitForFramesAsync(client, request, cancellationToken);
        if (request.Frames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "frames can't be combined with until, which takes timeoutFrames.", "frames");
        var timeout = FrameRules.TimeoutFrames.Of(request.TimeoutFrames);
        try
        {
            return until.Screen is null
                ? await WaitForMemoryAsync(client, until, timeout, cancellationToken)
                : await WaitForScreenAsync(client, until, timeout, cancellationToken);
        }
        catch (RequestException refused)
        {
            throw refused.Of("until");
        }
    }

    private static async Task<WaitResponse> WaitForFramesAsync(EmulatorClient client, WaitRequest request,
        CancellationToken cancellationToken)
    {
        if (request.TimeoutFrames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames requires until.", "timeoutFrames");
        var frames = FrameRules.Frames.Check(
            request.Frames ?? throw Parameters.Missing("frames", $"1 to {WireLimits.WaitFrames}, or until for a condition"));
        var (waited, frame) = await client.WaitForFramesAsync(frames, cancellationToken);
        return new WaitResponse(frame, null, waited);
    }

    private static async Task<WaitResponse> WaitForScreenAsync(EmulatorClient client, WaitCondition until, int timeout,
        CancellationToken cancellationToken)
    {
        if (until.Screen != FrameRules.Changed)
            throw Parameters.Refuse("screen", until.Screen!, $"\"{FrameRules.Changed}\"");
        if (until with { Screen = null } != new WaitCondition())
            throw new RequestException(ProblemTypes.InvalidParameter,
                "screen can't be combined with address, type, domain, is or value.", "screen");
        var (met, waited, frame) = await client.WaitForScreenAsync(timeout, cancellationToken);
        return new WaitResponse(frame, met, waited);
    }

    private static async Task<WaitResponse> WaitForMemoryAsync(EmulatorClient client, WaitCondition until, int timeout,
        CancellationToken cancellationToken)
    {
        var awaited = AwaitedValue.Read(until);
        var done = await client.WaitForMemoryAsync(awaited.Address, awaited.Type, awaited.Domain,
            awaited.Condition, timeout, cancellationToken);
        return new WaitResponse(done.Frame, done.Met, done.Waited, done.Value, done.Address is { } place ? Parameters.Hex(place) : null);
    }
}
