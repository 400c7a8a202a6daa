using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Frames;

/// <summary>Waits inside the emulator: for frames, for a value in memory, for another picture.</summary>
internal sealed class FrameWaits(TokenShares shares)
{
    /// <summary>Frames after which a value is waited for no longer, unless the request says otherwise.</summary>
    public const int DefaultTimeout = 600;

    private const string Changed = "changed";

    /// <summary>Waits until what is asked for has come, or its frames have passed.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="question">What to wait for.</param>
    /// <param name="owner">Whose share of the waits it takes; null: nobody is told apart.</param>
    /// <param name="cancellationToken">Waits no longer.</param>
    /// <exception cref="RequestException">A member is missing or doesn't fit, or the client has its share of waits already.</exception>
    public async Task<WaitResponse> WaitAsync(
        EmulatorClient client, WaitRequest question, AccessToken? owner, CancellationToken cancellationToken)
    {
        using var place = shares.Take(client, owner,
            question.Until?.Screen is null ? [SharedPlaces.Waits] : [SharedPlaces.Waits, SharedPlaces.ScreenWaits]);
        if (question.Until is not { } until)
            return await WaitForFramesAsync(client, question, cancellationToken);
        if (question.Frames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "frames can't be combined with until, which takes timeoutFrames.", "frames");
        var timeout = Parameters.InRange(question.TimeoutFrames ?? DefaultTimeout, "timeoutFrames", 1, WireLimits.WaitFrames);
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

    private static async Task<WaitResponse> WaitForFramesAsync(EmulatorClient client, WaitRequest question,
        CancellationToken cancellationToken)
    {
        if (question.TimeoutFrames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames requires until.", "timeoutFrames");
        var frames = Parameters.InRange(
            question.Frames ?? throw Parameters.Missing("frames", $"1 to {WireLimits.WaitFrames}, or until for a condition"),
            "frames", 1, WireLimits.WaitFrames);
        var (waited, frame) = await client.WaitForFramesAsync(frames, cancellationToken);
        return new WaitResponse(frame, null, waited);
    }

    private static async Task<WaitResponse> WaitForScreenAsync(EmulatorClient client, WaitCondition until, int timeout,
        CancellationToken cancellationToken)
    {
        if (until.Screen != Changed)
            throw Parameters.Refuse("screen", until.Screen!, $"\"{Changed}\"");
        if (until with { Screen = null } != new WaitCondition())
            throw new RequestException(ProblemTypes.InvalidParameter,
                "screen can't be combined with address, type, domain, is or value.", "screen");
        var (met, waited, frame) = await client.WaitForScreenAsync(timeout, cancellationToken);
        return new WaitResponse(frame, met, waited);
    }

    private static async Task<WaitResponse> WaitForMemoryAsync(EmulatorClient client, WaitCondition until, int timeout,
        CancellationToken cancellationToken)
    {
        var awaited = AwaitedValue.Read(client, until);
        var done = await client.WaitForMemoryAsync(awaited.Address, awaited.Type, awaited.Domain,
            awaited.Condition, timeout, cancellationToken);
        return new WaitResponse(done.Frame, done.Met, done.Waited, done.Value, done.Address is { } place ? Parameters.Hex(place) : null);
    }
}

