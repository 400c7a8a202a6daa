using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Conditions;

/// <summary>Reads conditions to wait for, and writes them as the lines that the script takes (docs/protocol/branches.md).</summary>
internal static class ConditionLines
{
    /// <summary>Reads the conditions of a body that may have none; returns null if it has none.</summary>
    /// <param name="until">The member <c>until</c> of the body.</param>
    /// <param name="timeoutFrames">The member <c>timeoutFrames</c> beside it.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static AwaitedConditions? Read(Until? until, int? timeoutFrames, SymbolsNow symbols)
    {
        if (until is null)
        {
            return timeoutFrames is null
                ? null
                : throw new RequestException(ProblemTypes.InvalidParameter, "timeoutFrames requires until.", "timeoutFrames");
        }

        return ReadWithin(until, ConditionRules.Timeout.Of(timeoutFrames), symbols);
    }

    /// <summary>Reads the conditions of a body that must have some.</summary>
    /// <param name="until">The member <c>until</c> of the body.</param>
    /// <param name="timeout">Max frames to wait.</param>
    /// <param name="symbols">The symbols of the game.</param>
    /// <exception cref="RequestException">A member is missing or invalid; the exception names it.</exception>
    public static AwaitedConditions ReadWithin(Until until, int timeout, SymbolsNow symbols)
    {
        try
        {
            return ReadMember(until, timeout, symbols);
        }
        catch (RequestException refused)
        {
            throw refused.Of("until");
        }
    }

    /// <summary>Awaits the emulator's reply, and replaces the script's names for conditions in its error by the client's.</summary>
    /// <exception cref="EmulatorException">The emulator's, with the parameter as the client knows it.</exception>
    /// <exception cref="RequestException">The emulator refuses the form of a condition, like an achievement's.</exception>
    public static async Task<T> TranslateErrorsAsync<T>(Task<T> reply, Until? until)
    {
        try
        {
            return await reply;
        }
        catch (EmulatorException failed) when (until is not null && Translated.Of(failed, until) is { } translated)
        {
            if (failed.Failure == EmulatorFailure.BadRequest)
                throw new RequestException(ProblemTypes.InvalidParameter, translated.Sentence, translated.Parameter);
            throw new EmulatorException(failed.Failure, translated.Sentence, failed)
            {
                Parameter = translated.Parameter,
                RetryAfter = failed.RetryAfter,
                Command = failed.Command,
                Category = failed.Category,
                OperationsRun = failed.OperationsRun,
            };
        }
    }

    private static AwaitedConditions ReadMember(Until until, int timeout, SymbolsNow symbols)
    {
        var only = until.Only;
        if (until is { Any: null, All: null })
            return new AwaitedConditions(NeedsAll: false, [LineOf(only, timeout, symbols)], timeout);
        var name = until.Any is null ? "all" : "any";
        if (until is { Any: not null, All: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "any can't be combined with all.", "any");
        if (only != new Condition())
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"{name} can't be combined with a condition beside it.", name);
        }

        var lines = new List<string>();
        BodyList.Read(
            until.Any ?? until.All!, name, condition => lines.Add(LineOf(condition, timeout, symbols)), ConditionRules.MaxConditions);
        return new AwaitedConditions(until.All is not null, lines, timeout);
    }

    private static string LineOf(Condition condition, int timeout, SymbolsNow symbols)
    {
        // The frames within which the condition must begin to hold.
        var beginsWithin = condition.TimeoutFrames is null ? timeout : ConditionRules.TimeoutFrames.Check(condition.TimeoutFrames.Value);
        if (beginsWithin > timeout)
        {
            throw Parameters.Refuse("timeoutFrames", Text(beginsWithin),
                $"at most {Text(timeout)}, the frames of the whole wait");
        }

        return condition.Achievement is { } achievement
            ? $"achievement {AchievementOf(achievement, condition)} {Text(beginsWithin)}"
            : $"{(condition.Screen is null ? ValueOf(condition, symbols) : PictureOf(condition))} "
                + $"{Text(ConditionRules.Frames.Of(condition.Frames))} {Text(beginsWithin)}";
    }

    private static string AchievementOf(string achievement, Condition condition)
    {
        if (condition != new Condition(Achievement: achievement, TimeoutFrames: condition.TimeoutFrames))
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, "achievement can't be combined with other members than timeoutFrames.", "achievement");
        }

        return ConditionRules.CheckAchievement(achievement);
    }

    private static string ValueOf(Condition condition, SymbolsNow symbols)
    {
        if ((condition.Hash ?? (object?)condition.Crop) is not null)
        {
            var name = condition.Hash is null ? "crop" : "hash";
            throw new RequestException(ProblemTypes.InvalidParameter, $"{name} requires screen.", name);
        }

        var value = AwaitedValue.Read(condition, symbols);
        return $"value {value.Address} {value.Type} {value.Domain ?? "-"} {value.Comparison}";
    }

    private static string PictureOf(Condition condition)
    {
        if (condition with { Screen = null, Hash = null, Crop = null, Frames = null, TimeoutFrames = null } != new Condition())
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "screen can't be combined with address, type, domain, is or value.", "screen");
        }

        if (!ConditionRules.Screen.Accepts(condition.Screen!))
            throw Parameters.Refuse("screen", condition.Screen!, $"one of {ConditionRules.Screen.Names}");
        var kind = condition.Screen == ConditionRules.Is ? $"is:{HashOf(condition.Hash)}" : condition.Screen!;
        if (condition is { Screen: not ConditionRules.Is, Hash: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, $"hash requires screen: {ConditionRules.Is}.", "hash");
        var area = condition.Crop?.Read() ?? default;
        return string.Create(CultureInfo.InvariantCulture, $"picture {kind} {area.X} {area.Y} {area.Width} {area.Height}");
    }

    private static string HashOf(string? hash)
    {
        const string Accepted = "16 hexadecimal digits in lower case, from pictureHash";
        if (hash is null)
            throw Parameters.Missing("hash", Accepted);
        return hash.Length == ConditionRules.Hash.Max && hash.All(char.IsAsciiHexDigitLower)
            ? hash
            : throw Parameters.Refuse("hash", hash, Accepted);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    // An error of the script in the client's names: conditions[1].address becomes until.any[1].address, and the address of memory.wait,
    // which waits for one value, becomes until.address.
    private sealed record Translated(string Parameter, string Sentence)
    {
        private const string Listed = "conditions[";

        public static Translated? Of(EmulatorException failed, Until until)
        {
            if (failed.Parameter is "address" or "domain")
                return new Translated($"until.{failed.Parameter}", failed.Message);
            if (failed.Parameter == "conditions")
                return new Translated("until", failed.Message);
            if (failed.Parameter is not { } argument || !argument.StartsWith(Listed, StringComparison.Ordinal))
                return null;
            var end = argument.IndexOf(']') + 1;
            var member = argument[end..] is ".x" or ".y" or ".width" or ".height" ? $".crop{argument[end..]}" : argument[end..];
            // The sentence begins with the name of the condition.
            var sentence = failed.Message.StartsWith($"{argument[..end]}: ", StringComparison.Ordinal)
                ? failed.Message[(end + 2)..] : failed.Message;
            if (until is { Any: null, All: null })
                return new Translated($"until{member}", sentence);
            var name = $"until.{(until.Any is null ? "all" : "any")}{argument[(Listed.Length - 1)..end]}";
            return new Translated(name + member, $"{name}: {sentence}");
        }
    }
}
