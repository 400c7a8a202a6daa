using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>Describes a failure for a model: its problem type, a sentence, whether anything was done, and what to do next.</summary>
internal static class ToolFailure
{
    private const string Nothing = "Nothing was done.";
    private const string Perhaps = "It may have been done.";
    private const string LookFirst = "Call game_look before you repeat it.";

    private static readonly Dictionary<ProblemType, string> Steps = new()
    {
        [ProblemTypes.UnknownState] = "game_files lists the states.",
        [ProblemTypes.UnknownNote] = "game_notes lists them.",
        [ProblemTypes.UnknownRom] = "game_files lists the ROMs.",
        [ProblemTypes.UnknownDomain] = "game_files lists the domains.",
        [ProblemTypes.UnknownSymbol] = "Use a name that the user or a tool told, or a number.",
        [ProblemTypes.UnknownSearch] = "Start a new search: leave out the argument search.",
        [ProblemTypes.OutOfRange] = "The resource bridge://memory-map says what lies where.",
        [ProblemTypes.Held] = "Wait until it resumes, and call again.",
        [ProblemTypes.NarrowToken] = "Ask the user for another token.",
        [ProblemTypes.Overloaded] = "Call again later.",
        [ProblemTypes.NotApplied] = "Call again.",
        [ProblemTypes.TimedOut] = "Call again.",
        [ProblemTypes.Cancelled] = "Call again.",
    };

    /// <summary>Describes a refusal; the emulator has received nothing.</summary>
    /// <param name="refused">The refusal.</param>
    /// <param name="near">A sentence with names that are like an unknown one; null: none.</param>
    public static string Of(RequestException refused, string? near = null) =>
        Join(refused.Type, refused.Message, refused.Type == ProblemTypes.OutcomeUnknown ? Perhaps : Nothing,
            Steps.GetValueOrDefault(refused.Type), near);

    /// <summary>Describes a failure of the emulator.</summary>
    public static string Of(EmulatorException failed, EmulatorClient emulator)
    {
        var type = ProblemTypes.Of(failed.Failure);
        if (MayHaveRun(failed))
            return Join(type, failed.Message, Perhaps, LookFirst);
        var step = ProblemTypes.Of(emulator.State) == type ? NextStep.Of(emulator) : Steps.GetValueOrDefault(type);
        return Join(type, failed.Message, Nothing, step == failed.Message ? null : step, failed.RetryAfter is { } wait
            ? string.Create(CultureInfo.InvariantCulture, $"Retry after {Math.Ceiling(wait.TotalSeconds):0} s.")
            : null);
    }

    /// <summary>Returns a failure that says that something may have been done: the call had changed the game before it failed.</summary>
    public static EmulatorException AfterChange(Exception failed) => new(EmulatorFailure.OutcomeUnknown, failed.Message, failed);

    /// <summary>Describes a call that has taken too long and was cancelled.</summary>
    public static string OfLimit(string tool, TimeSpan limit, bool changesNothing) => Join(
        ProblemTypes.TimedOut,
        string.Create(CultureInfo.InvariantCulture, $"{tool} took longer than {limit.TotalSeconds:0} s and was cancelled."),
        changesNothing ? Nothing : Perhaps, changesNothing ? "Call it again to wait longer." : LookFirst);

    /// <summary>Describes an error of the bridge itself.</summary>
    public static string OfBridge(bool changesNothing) => Join(
        ProblemTypes.InternalError, "The bridge had an internal error; its log has the cause.", changesNothing ? Nothing : Perhaps,
        changesNothing ? null : LookFirst);

    private static bool MayHaveRun(EmulatorException failed) => failed.Category != ReplayCategory.ReadOnly
        && (failed.OperationsRun > 0 || failed.Failure is EmulatorFailure.OutcomeUnknown or EmulatorFailure.EmulatorRefused
            or EmulatorFailure.ScriptError or EmulatorFailure.Interrupted or EmulatorFailure.ProtocolError);

    private static string Join(ProblemType type, params ReadOnlySpan<string?> sentences)
    {
        var text = $"{type.Anchor}:";
        foreach (var sentence in sentences)
            text += sentence is null ? "" : $" {ToolSentences.Of(sentence)}";
        return text;
    }
}
