using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>Plays turns of an agent: load a state, set sensors, press, wait, settle, read.</summary>
internal sealed class Turns(NamedStates states, SymbolStores symbols)
{
    /// <summary>Returns the scopes that a turn needs besides <see cref="Scope.Input"/>.</summary>
    public static Scope NeedsOf(ActRequest body) =>
        (body.State is null ? Scope.None : Scope.States)
        | (body is { Read: null, Until: null, KeyFrames: null, Screen: null } ? Scope.None : Scope.Read);

    /// <summary>Plays a turn. The caller disposes the result, which owns the readings.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="body">The turn.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <param name="isBinary">Whether the response is binary.</param>
    /// <param name="views">
    /// For a turn with eachStep: the indexes of the steps at whose ends it observes; null: all steps.
    /// </param>
    /// <exception cref="RequestException">A member is invalid, or the named state can't be read. The turn has not started.</exception>
    public async Task<PlayedTurn> PlayAsync(
        EmulatorClient client, ActRequest body, CancellationToken cancellationToken, bool isBinary = false,
        IReadOnlyList<int>? views = null)
    {
        var turn = await PrepareAsync(client, body, isBinary, views);
        var act = turn.Act;
        if (body.State is { } state)
            act.Begin(StateParts.Loaded, StatePng.Unpack(await ReadStateAsync(client, state, cancellationToken)));
        if (turn.Sensors is { } setting)
            act.Set(setting);
        // In this order: conditions before the sequence are checked during it as well.
        if (turn.Awaited is not null && body.During == true)
            act.Await(turn.Awaited);
        if (turn.Sequence is not null)
            act.Play(turn.Sequence);
        if (turn.Awaited is not null && body.During != true)
            act.Await(turn.Awaited);
        CheckSize(act);
        var hasPixels = client.HasPixels();
        var played = ConditionLines.TranslateErrorsAsync(client.ActAsync(act, cancellationToken), body.Until);
        return new PlayedTurn(await turn.Observed.TranslateErrorsAsync(played), body, turn.Sequence, turn.Observed, hasPixels, turn.Scale);
    }

    /// <summary>Checks a turn without playing it. Nothing is sent to the emulator.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public async Task CheckAsync(EmulatorClient client, ActRequest body, IReadOnlyList<int>? views = null) =>
        await PrepareAsync(client, body, isBinary: false, views);

    // Validates everything before the state is read, because that needs the emulator and the disk.
    private async Task<PreparedTurn> PrepareAsync(EmulatorClient client, ActRequest body, bool isBinary, IReadOnlyList<int>? views)
    {
        var scale = ScaleOf(body);
        var form = body.Screen is { } screen ? PictureForm.Read(screen, isBinary: isBinary) : null;
        var act = NewAct(body);
        var sensors = SensorRules.ReadIfAny(body.Sensors, "sensors");
        var sequence = LastStep.Of(body.Steps, body.Repeat, body.Settle) is { } steps
            ? SequenceSteps.Read(client, steps, body.Repeat) : RefuseRepeat(body);
        if (views is not null && sequence is { StepEnds: var ends })
            sequence = sequence with { StepEnds = [.. views.Select(step => ends[step])] };
        StepViews.Check(body, sequence);
        if (body is { During: true } and ({ Until: null } or { Steps: null }))
            throw new RequestException(ProblemTypes.InvalidParameter, "during requires steps and until.", "during");
        if (body.State is { } state)
            CheckName(state);
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var awaited = ConditionLines.Read(body.Until, body.TimeoutFrames, symbolsNow);
        return new PreparedTurn(act, sensors, sequence, awaited, new LastFrame(act.Reads, client, body.Read, form, symbolsNow), scale);
    }

    private static void CheckName(string state)
    {
        try
        {
            StateName.Check(state);
        }
        catch (RequestException refused)
        {
            throw refused.As("state");
        }
    }

    private static EmulatorAct NewAct(ActRequest body) => new()
    {
        Settle = body.Settle is { } frames
            ? FrameRules.Settle.Check(frames)
            : body is { State: not null, Steps: null, Until: null } ? 1 : 0,
        KeyFrameEvery = body.KeyFrames is { } every ? FrameRules.KeyFrames.Check(every) : 0,
        ReadsEachStep = body.EachStep == true,
        Speed = body.Speed is { } speed ? (int)Math.Round(SpeedEndpoints.SpeedOf(speed) * 1000) : null,
        Lease = body.Lease is { } lease ? HoldEndpoints.LeaseOf(lease) : null,
    };

    private static ButtonSequence? RefuseRepeat(ActRequest body) => body.Repeat is null
        ? null
        : throw new RequestException(ProblemTypes.InvalidParameter, "repeat requires steps.", "repeat");

    private static int ScaleOf(ActRequest body)
    {
        if (body.Scale is not { } scale)
            return 1;
        return ReferenceEquals(body.Screen, ScreenRequest.Plain) || body.KeyFrames is not null
            ? ScreenEndpoints.Scale.Check(scale)
            : throw new RequestException(ProblemTypes.InvalidParameter,
                body.Screen is null ? "scale requires screen or keyFrames." : "scale can't be combined with an object as screen.", "scale");
    }

    private async Task<byte[]> ReadStateAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        try
        {
            return await states.ReadAsync(client, name, cancellationToken);
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("state");
        }
    }

    private static void CheckSize(EmulatorAct act)
    {
        if (act.PayloadBytes > WireLimits.PayloadBytes)
        {
            throw new RequestException(ProblemTypes.TooLarge,
                $"The turn with its state must be at most {WireLimits.PayloadBytes:N0} bytes; got {act.PayloadBytes:N0}.",
                "state");
        }
    }

    // A turn whose members are valid; its act is still to be filled.
    private sealed record PreparedTurn(
        EmulatorAct Act, SensorSetting? Sensors, ButtonSequence? Sequence, AwaitedConditions? Awaited, LastFrame Observed, int Scale);
}
