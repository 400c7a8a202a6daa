using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Tries several ways to play on from one moment, while the game stays as it is, and shows how they end.</summary>
internal sealed class TryTool(ToolParts parts, BranchRunner branches, SettledTries settled, Rewinds rewinds)
    : GameTool<TryArguments>(parts, Name, Scope.Read, McpJson.Context.TryArguments)
{
    public const string Name = "game_try";

    private const int MaxWays = 64;
    private const int MaxPictures = 16;
    private const int MaxPlaces = 8;
    private const int DefaultSettle = 8;

    // How the sentence of a refused branch begins. Models know the branches as ways.
    private const string Branch = "branches[";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, TryArguments given, CancellationToken cancellationToken)
    {
        if (given.Settle is not null && CalmWait.Read(given.Settle) is { Word: CalmWait.Each } each)
        {
            var calm = new CalmWait(given.TimeoutFrames ?? ActTool.DefaultTimeout, each.Part);
            return await TryEachAsync(target, given, calm, cancellationToken);
        }

        var undoes = given.From == Rewinds.Undo;
        var asked = ToRequest(given, target.Emulator);
        target.Demand((given.From is null ? Scope.None : Scope.States) | (asked.Keep is null ? Scope.None : Scope.Input));
        var hasUndone = false;
        try
        {
            if (undoes)
            {
                await branches.CheckAsync(target.Emulator, asked);
                await rewinds.UndoAsync(target.Emulator, turns: 1, "from", cancellationToken);
                hasUndone = true;
            }

            var ended = await branches.RunAsync(target.Emulator, asked, target.Token, onEnd: null, cancellationToken);
            var pictures = ended.Branches.Select(branch => branch.Screen?.Png).OfType<byte[]>();
            var isFrozen = await IsFrozenAsync(target.Emulator, cancellationToken);
            var seen = new WaysSeen(
                [.. ended.Branches.Select(branch => Describe(branch, ended.Branches, given.Until is null))], given.Keep, ended.Frame,
                isFrozen == false ? false : null);
            return ToolResult.WithPictures(pictures, seen, McpJson.Context.WaysSeen);
        }
        catch (RequestException refused) when (!hasUndone)
        {
            throw Rename(refused);
        }
        catch (Exception failed) when (hasUndone && failed is EmulatorException or RequestException)
        {
            throw ToolFailure.AfterChange(failed);
        }
    }

    private async Task<CallToolResult> TryEachAsync(
        McpTarget target, TryArguments given, CalmWait calm, CancellationToken cancellationToken)
    {
        target.Demand(Scope.Input | Scope.States);
        var undoes = given.From == Rewinds.Undo;
        if (given.Until is not null || (given.From is not null && !undoes))
        {
            var name = given.Until is null ? "from" : "until";
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{name} can't be combined with settle each{(given.Until is null ? $", except as {Rewinds.Undo}" : "")}.", name);
        }

        var emulator = target.Emulator;
        var ways = PressesOf(given.Ways, emulator.Status.Facts?.Platform, SettledTries.Max);
        CheckEnd(given, ways.Count);
        var end = new ActRequest(
            Read: given.Read, Screen: given.Screen ? ScreenRequest.Plain : null,
            Scale: given.Screen ? Snapshot.SmallScaleOf(emulator) : null);
        var (ends, pictures, frame) = await settled.RunAsync(target, ways, end, calm, undoes, given.Keep, cancellationToken);
        return ToolResult.WithPictures(pictures, new WaysSeen(ends, given.Keep, frame, Frozen: null), McpJson.Context.WaysSeen);
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
        var ways = PressesOf(given.Ways, emulator.Status.Facts?.Platform, MaxWays);
        var (until, timeoutFrames, settle) = EndOf(given);
        CheckEnd(given, ways.Count);
        var screen = given.Screen ? new ScreenRequest(Scale: Snapshot.SmallScaleOf(emulator)) : null;
        return new BranchesRequest(
            [.. ways.Select(way => new BranchRequest(
                Steps: way.Count == 0 ? null : [.. way.SelectMany(press => press)], Until: until, TimeoutFrames: timeoutFrames,
                Settle: settle, Read: given.Read, Screen: screen))],
            given.From == Rewinds.Undo ? null : given.From, Keep: given.Keep?.ToString(CultureInfo.InvariantCulture));
    }

    private static void CheckEnd(TryArguments given, int ways)
    {
        ReadLimits.Check(given.Read, "read", MaxPlaces, ways);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, ActTool.MaxFrames);
        if (given.Screen && ways > MaxPictures)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"screen must be false for more than {MaxPictures} ways; got {ways}.", "screen");
        }

        if (given.Keep is { } keep && (keep < 0 || keep >= ways))
            throw Parameters.Refuse("keep", keep.ToString(CultureInfo.InvariantCulture), "the index of a way, from 0");
    }

    private static (Until? Until, int? TimeoutFrames, int Settle) EndOf(TryArguments given)
    {
        var (word, part, frames) = given.Settle is null ? (null, null, DefaultSettle) : CalmWait.Read(given.Settle);
        if (word is null)
            return (given.Until, given.TimeoutFrames, frames);
        if (given.Until is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "settle still can't be combined with until.", "settle");
        return (new Until(Screen: ConditionRules.Calm, Frames: CalmWait.DefaultFrames, Crop: part), given.TimeoutFrames, 0);
    }

    private static List<IReadOnlyList<IReadOnlyList<SequenceStep>>> PressesOf(
        IReadOnlyList<IReadOnlyList<string?>?>? ways, string? platform, int max)
    {
        if (ways is null)
            throw Parameters.Missing("ways", $"a list of 1 to {max} lists of presses");
        if (ways.Count < 1 || ways.Count > max)
            throw new RequestException(ProblemTypes.InvalidParameter, $"ways must be a list of 1 to {max}; got {ways.Count}.", "ways");
        var all = new List<IReadOnlyList<IReadOnlyList<SequenceStep>>>(ways.Count);
        foreach (var way in ways)
        {
            var name = $"ways[{all.Count}]";
            if (way is null)
                throw new RequestException(ProblemTypes.InvalidBody, $"{name} must be a list of strings; got null.", name);
            all.Add(way.Count == 0 ? [] : PressNotation.Read(way, platform, name));
        }

        return all;
    }

    // Without the model's condition, what was met is a calm picture.
    private static WaySeen Describe(BranchResult branch, IReadOnlyList<BranchResult> all, bool isOfCalm)
    {
        var same = all.First(other => other.Hashes.SequenceEqual(branch.Hashes)).Index;
        return new WaySeen(
            branch.Frames, isOfCalm ? null : branch.Met, isOfCalm ? branch.Met : null, branch.Values?.Select(ValueSeen.Of).ToArray(),
            Changes: null, same == branch.Index ? null : same);
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
