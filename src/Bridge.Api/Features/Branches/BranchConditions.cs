using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Clips;

namespace Bridge.Api.Features.Branches;

/// <summary>Reads what a branch waits for, and writes its conditions as lines of a request (docs/protocol/branches.md).</summary>
internal static class BranchConditions
{
    /// <summary>Reads it.</summary>
    /// <param name="until">The member of the body.</param>
    /// <param name="timeout">The max number of frames.</param>
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static BranchWait Read(BranchUntil until, int timeout)
    {
        var only = new BranchCondition(
            until.Address, until.Type, until.Domain, until.Is, until.Value, until.Screen, until.Hash, until.Crop, until.Frames,
            until.TimeoutFrames);
        if (until is { Any: null, All: null })
            return new BranchWait(false, [LineOf(only, timeout)], timeout);
        var name = until.Any is null ? "all" : "any";
        if (until is { Any: not null, All: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "any can't be combined with all.", "any");
        if (only != new BranchCondition())
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"{name} can't be combined with a condition beside it.", name);
        }

        var lines = new List<string>();
        BatchList.Read(until.Any ?? until.All!, name, condition => lines.Add(LineOf(condition, timeout)), BranchRules.MaxConditions);
        return new BranchWait(until.All is not null, lines, timeout);
    }

    private static string LineOf(BranchCondition condition, int timeout)
    {
        var frames = BranchRules.Frames.Of(condition.Frames);
        var begins = condition.TimeoutFrames is null ? timeout : BranchRules.ConditionTimeout.Check(condition.TimeoutFrames.Value);
        if (begins > timeout)
        {
            throw Parameters.Refuse("timeoutFrames", Text(begins),
                $"at most {Text(timeout)}, the timeoutFrames of the branch");
        }

        return string.Create(
            CultureInfo.InvariantCulture, $"{(condition.Screen is null ? ValueOf(condition) : PictureOf(condition))} {frames} {begins}");
    }

    private static string ValueOf(BranchCondition condition)
    {
        if ((condition.Hash ?? (object?)condition.Crop) is not null)
        {
            var name = condition.Hash is null ? "crop" : "hash";
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} requires screen.", name);
        }

        var address = Parameters.NeededAddress(condition.Address);
        var domain = Parameters.Domain(condition.Domain, address);
        var type = MemoryType.ParseOrDefault(condition.Type);
        return $"value {BranchPlace.AddressOf(address)} {type.Name} {domain ?? "-"} {ComparisonOf(condition, type)}";
    }

    private static string ComparisonOf(BranchCondition condition, MemoryType type)
    {
        var rule = BranchRules.Comparison;
        var comparison = condition.Is ?? throw Parameters.Missing("is", $"one of {rule.Names}");
        if (!rule.Accepts(comparison))
            throw Parameters.Refuse("is", comparison, $"one of {rule.Names}");
        if (MemoryType.IsComparison(comparison))
            return type.Condition(comparison, condition.Value ?? throw Parameters.Missing("value", "the number to compare with"));
        return condition.Value is null
            ? comparison
            : throw new RequestException(ProblemTypes.InvalidParameter,
                $"value requires one of {MemoryType.ComparisonNames}; {comparison} takes no value.", "value");
    }

    private static string PictureOf(BranchCondition condition)
    {
        if (condition with { Screen = null, Hash = null, Crop = null, Frames = null, TimeoutFrames = null } != new BranchCondition())
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "screen can't be combined with address, type, domain, is or value.", "screen");
        }

        if (!BranchRules.Screen.Accepts(condition.Screen!))
            throw Parameters.Refuse("screen", condition.Screen!, $"one of {BranchRules.Screen.Names}");
        var kind = condition.Screen == BranchRules.Is ? $"is:{HashOf(condition.Hash)}" : condition.Screen!;
        if (condition is { Screen: not BranchRules.Is, Hash: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, $"hash requires screen: {BranchRules.Is}.", "hash");
        var area = condition.Crop is { } crop ? ClipRules.CropOf(crop) : default;
        return string.Create(CultureInfo.InvariantCulture, $"picture {kind} {area.X} {area.Y} {area.Width} {area.Height}");
    }

    private static string HashOf(string? hash)
    {
        const string Accepted = "16 hexadecimal digits in lower case, from pictureHash";
        if (hash is null)
            throw Parameters.Missing("hash", Accepted);
        return hash.Length == BranchRules.Hash.Max && hash.All(char.IsAsciiHexDigitLower)
            ? hash
            : throw Parameters.Refuse("hash", hash, Accepted);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
