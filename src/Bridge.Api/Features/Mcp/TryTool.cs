using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Tries several ways to play on from one moment, while the game stays as it is, and shows how they end.</summary>
internal sealed class TryTool(ToolParts parts, BranchRunner branches)
    : GameTool<TryArguments>(parts, Name, Scope.Read, McpJson.Context.TryArguments)
{
    public const string Name = "game_try";

    private const int MaxWays = 64;
    private const int MaxPictures = 16;
    private const int MaxPlaces = 8;
    private const int DefaultSettle = 8;
    private const string Branch = "branches[";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, TryArguments given, CancellationToken cancellationToken)
    {
        var asked = ToRequest(given, target.Emulator);
        target.Demand((asked.State is null ? Scope.None : Scope.States) | (asked.Keep is null ? Scope.None : Scope.Input));
        try
        {
            var ended = await branches.RunAsync(target.Emulator, asked, target.Token, onEnd: null, cancellationToken);
            var pictures = ended.Branches.Select(branch => branch.Screen?.Png).OfType<byte[]>();
            var isFrozen = await IsFrozenAsync(target.Emulator, cancellationToken);
            var seen = new WaysSeen(
                [.. ended.Branches.Select(branch => Describe(branch, ended.Branches, given.Until is null))], given.Keep, ended.Frame,
                isFrozen == false ? false : null);
            return ToolResult.Seen(pictures, seen, McpJson.Context.WaysSeen);
        }
        catch (RequestException refused)
        {
            throw Rename(refused);
        }
    }

    // Null: unknown. The ends are known already, so an emulator that is lost now is no reason not to tell them.
    private static async Task<bool?> IsFrozenAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        try
        {
            return (await emulator.GetHoldAsync(cancellationToken)).Held;
        }
        catch (EmulatorException)
        {
            return null;
        }
    }

    private static BranchesRequest ToRequest(TryArguments given, EmulatorClient emulator)
    {
        var steps = StepsOf(given.Ways, emulator.Status.Facts?.Platform);
        ReadLimits.Check(given.Read, "read", MaxPlaces, steps.Count);
        var (until, timeoutFrames, settle) = EndOf(given);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, ActTool.MaxFrames);
        if (given.Screen && steps.Count > MaxPictures)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"screen must be false for more than {MaxPictures} ways; got {steps.Count}.", "screen");
        }

        var screen = given.Screen ? new ScreenRequest(Scale: Snapshot.SmallScaleOf(emulator)) : null;
        var keep = given.Keep?.ToString(CultureInfo.InvariantCulture);
        if (given.Keep < 0 || given.Keep >= steps.Count)
            throw Parameters.Refuse("keep", keep!, "the index of a way, from 0");
        return new BranchesRequest(
            [.. steps.Select(way => new BranchRequest(
                Steps: way, Until: until, TimeoutFrames: timeoutFrames, Settle: settle, Read: given.Read, Screen: screen))],
            given.From, Keep: keep);
    }

    private static (Until? Until, int? TimeoutFrames, int Settle) EndOf(TryArguments given)
    {
        var (word, part, frames) = given.Settle is null ? (null, null, DefaultSettle) : CalmWait.Read(given.Settle);
        if (word is null)
            return (given.Until, given.TimeoutFrames, frames);
        if (word == CalmWait.Each)
            throw Parameters.Refuse("settle", given.Settle!, $"0 to {ActTool.MaxFrames}, or still");
        if (given.Until is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "settle still can't be combined with until.", "settle");
        return (new Until(Screen: ConditionRules.Calm, Frames: CalmWait.Frames, Crop: part), given.TimeoutFrames, 0);
    }

    private static List<IReadOnlyList<SequenceStep>?> StepsOf(IReadOnlyList<IReadOnlyList<string?>?>? ways, string? platform)
    {
        if (ways is null)
            throw Parameters.Missing("ways", $"a list of 1 to {MaxWays} lists of presses");
        if (ways.Count is < 1 or > MaxWays)
            throw new RequestException(ProblemTypes.InvalidParameter, $"ways must be a list of 1 to {MaxWays}; got {ways.Count}.", "ways");
        var all = new List<IReadOnlyList<SequenceStep>?>(ways.Count);
        foreach (var way in ways)
        {
            var name = $"ways[{all.Count}]";
            all.Add(PressNotation.ReadSome(
                way ?? throw new RequestException(ProblemTypes.InvalidBody, $"{name} must be a list of strings; got null.", name),
                platform, name));
        }

        return all;
    }

    // Without the model's condition, what was met is a calm picture.
    private static WaySeen Describe(BranchResult branch, IReadOnlyList<BranchResult> all, bool isOfCalm)
    {
        var same = all.First(other => other.Hashes.SequenceEqual(branch.Hashes)).Index;
        return new WaySeen(
            branch.Frames, isOfCalm ? null : branch.Met, isOfCalm ? branch.Met : null, branch.Values?.Select(ValueSeen.Of).ToArray(),
            same == branch.Index ? null : same);
    }

    // All ways have the same members but their presses: what is said of branches[0].until is said of until.
    private static RequestException Rename(RequestException refused)
    {
        if (refused.Parameter == "state")
            return refused.As("from");
        if (refused.Parameter?.Split("].", 2) is not [var branch, ..] parts || !branch.StartsWith(Branch, StringComparison.Ordinal))
            return refused;
        var way = $"ways[{branch[Branch.Length..].TrimEnd(']')}]";
        var name = parts is [_, var member] ? member : way;
        var sentence = refused.Message.StartsWith(refused.Parameter, StringComparison.Ordinal)
            ? $"{name}{refused.Message[refused.Parameter.Length..]}" : refused.Message;
        return new RequestException(refused.Type, sentence, name);
    }
}
