using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Plays a turn: load a state, press, wait, settle, look.</summary>
internal sealed class ActTool(ToolParts parts, Turns turns)
    : GameTool<ActArguments>(parts, Name, Scope.Input, McpJson.Context.ActArguments)
{
    public const string Name = "game_act";

    /// <summary>Max frames that a tool waits for: a minute of the game.</summary>
    public const int MaxFrames = 3600;

    private const int MaxPlaces = 32;
    private const int MaxKeyFrames = 3;
    private const int DefaultSettle = 8;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, ActArguments given, CancellationToken cancellationToken)
    {
        var asked = ToRequest(given, target.Emulator);
        target.Demand(Turns.NeedsOf(asked));
        try
        {
            using var turn = await turns.PlayAsync(target.Emulator, asked, cancellationToken);
            var played = turn.Describe();
            var keyFrames = (played.KeyFrames ?? []).Where(picture => picture.Frame < played.Frame).Take(MaxKeyFrames)
                .Select(picture => (picture.Frame, picture.Png));
            var seen = new TurnSeen(played.Frame, played.Frames, played.Met, played.Values?.Select(ValueSeen.Of).ToArray());
            return ToolResult.Seen(keyFrames, played.Png, seen, McpJson.Context.TurnSeen);
        }
        catch (RequestException refused) when (refused.Parameter == "state")
        {
            throw refused.As("from");
        }
    }

    private static ActRequest ToRequest(ActArguments given, EmulatorClient emulator)
    {
        if (given.Press is not null && given.Steps is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "press can't be combined with steps.", "press");
        ReadLimits.Check(given.Read, "read", MaxPlaces);
        var screen = given.Screen ?? "end";
        if (screen is not ("end" or "none" or "each"))
            throw Parameters.Refuse("screen", screen, "end, none or each");
        if (screen == "none" && given.Scale is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "scale requires a screen other than none.", "scale");
        var settle = Parameters.InRange(given.Settle ?? DefaultSettle, "settle", 0, MaxFrames);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, MaxFrames);
        var steps = given.Press is { } press ? PressNotation.Read(press, emulator.Status.Facts?.Platform) : given.Steps;
        return new ActRequest(
            given.From, Sensors: null, steps, given.Repeat, given.Until, given.TimeoutFrames, settle, given.Read,
            Screen: screen == "none" ? null : ScreenRequest.Plain, Scale: screen == "none" ? null : Snapshot.ScaleOf(given.Scale, emulator),
            KeyFrames: screen == "each" ? IntervalOf(emulator, steps, given.Repeat, settle) : null);
    }

    // Divides the turn into equal parts by its key frames.
    private static int IntervalOf(EmulatorClient emulator, IReadOnlyList<SequenceStep?>? steps, int? repeat, int settle)
    {
        var frames = settle + (steps is null ? 0 : SequenceSteps.Read(emulator, steps, repeat).Frames);
        return Math.Max(1, (frames + MaxKeyFrames) / (MaxKeyFrames + 1));
    }
}
