using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Frames;

/// <summary>Waits inside the emulator for frames, or for conditions on memory and the picture.</summary>
internal sealed class FrameWaits(TokenShares shares, SymbolStores symbols)
{
    /// <summary>Waits until the conditions are met or the frames have passed.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="request">What to wait for.</param>
    /// <param name="owner">The token whose share of the waits it takes; null without tokens.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="RequestException">A member is missing or invalid, or the token has used its share of waits.</exception>
    public async Task<WaitResponse> WaitAsync(
        EmulatorClient client, WaitRequest request, AccessToken? owner, CancellationToken cancellationToken)
    {
        using var place = shares.Take(client, owner,
            request.Until?.SeesPicture == true ? [SharedPlaces.Waits, SharedPlaces.ScreenWaits] : [SharedPlaces.Waits]);
        if (request.Until is not { } until)
            return await WaitForFramesAsync(client, request, cancellationToken);
        if (request.Frames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "frames can't be combined with until, which takes timeoutFrames.", "frames");
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var conditions = ConditionLines.Read(until, request.TimeoutFrames, symbolsNow)!;
        // A new picture alone and a single value have commands of their own, screen.wait and memory.wait.
        return until.IsNewPicture ? await WaitForScreenAsync(client, conditions.Frames, cancellationToken)
            : until.IsOneValue ? await WaitForMemoryAsync(client, until, symbolsNow, conditions.Frames, cancellationToken)
            : await WaitForConditionsAsync(client, until, conditions, cancellationToken);
    }

    private static async Task<WaitResponse> WaitForFramesAsync(EmulatorClient client, WaitRequest request,
        CancellationToken cancellationToken)
    {
        if (request.TimeoutFrames is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames requires until.", "timeoutFrames");
        var frames = FrameRules.Frames.Check(
            request.Frames ?? throw Parameters.Missing("frames", $"1 to {WireLimits.WaitFrames}, or until for a condition"));
        var (waited, frame) = await client.WaitForFramesAsync(frames, cancellationToken);
        return new WaitResponse(frame, Met: null, waited);
    }

    private static async Task<WaitResponse> WaitForScreenAsync(EmulatorClient client, int timeout, CancellationToken cancellationToken)
    {
        var (met, waited, frame) = await client.WaitForScreenAsync(timeout, cancellationToken);
        return new WaitResponse(frame, met, waited, HeldAlone(met, waited));
    }

    private static async Task<WaitResponse> WaitForMemoryAsync(EmulatorClient client, Until until, SymbolsNow symbols, int timeout,
        CancellationToken cancellationToken)
    {
        var awaited = AwaitedValue.Read(until.Only, symbols);
        var done = await ConditionLines.TranslateErrorsAsync(
            client.WaitForMemoryAsync(
                awaited.Address, awaited.Type, awaited.Domain, awaited.Comparison, timeout, cancellationToken), until);
        return new WaitResponse(done.Frame, done.Met, done.Waited, HeldAlone(done.Met, done.Waited), done.Value,
            done.Address is { } place ? Parameters.Hex(place) : null);
    }

    private static async Task<WaitResponse> WaitForConditionsAsync(EmulatorClient client, Until until, AwaitedConditions conditions,
        CancellationToken cancellationToken)
    {
        var done = await ConditionLines.TranslateErrorsAsync(client.WaitForConditionsAsync(conditions, cancellationToken), until);
        return new WaitResponse(done.Frame, done.Met, done.Waited, ConditionHeld.Of(done.Held));
    }

    // For the commands that wait for one condition, which reply only whether it was met.
    private static IReadOnlyList<ConditionHeld> HeldAlone(bool met, int waited) => met ? [new ConditionHeld(0, waited)] : [];
}
