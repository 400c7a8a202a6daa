namespace MgbaBridge;

/// <summary>The base of all exceptions of this package.</summary>
public abstract class BridgeException(string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>Gets whether the request can be sent again without doing anything twice.</summary>
    public abstract bool SafeToRepeat { get; }
}

/// <summary>Nothing answers at the bridge's address. The request was not sent.</summary>
public sealed class BridgeUnreachableException(string message, Exception? cause = null) : BridgeException(message, cause)
{
    /// <inheritdoc/>
    public override bool SafeToRepeat => true;
}

/// <summary>The bridge responded with a problem.</summary>
public class ProblemException : BridgeException
{
    // These problems leave it open whether the command ran.
    private static readonly string[] Open =
    [
        "outcome-unknown", "interrupted", "emulator-refused", "script-error", "protocol-error", "internal-error", "storage-failed",
        "too-many-files",
    ];

    private readonly bool? _safeToRepeat;

    internal ProblemException(int status, ProblemJson? problem, TimeSpan? retryAfter, Exception? cause = null)
        : base($"{TypeOf(problem) ?? $"{status}"}: {problem?.Detail ?? problem?.Title}", cause)
    {
        Status = status;
        Type = TypeOf(problem) ?? "";
        Title = problem?.Title ?? $"HTTP {status}";
        Detail = problem?.Detail ?? "";
        Parameter = problem?.Parameter;
        Emulator = problem?.Emulator;
        TraceId = problem?.TraceId;
        RetryAfter = retryAfter;
        _safeToRepeat = problem?.SafeToRepeat;
    }

    /// <summary>Gets the HTTP status; 0 if the connection broke.</summary>
    public int Status { get; }

    /// <summary>Gets the type, like <c>held</c>; <see cref="ProblemTypes"/> has those worth comparing.</summary>
    public string Type { get; }

    /// <summary>Gets the title of the type.</summary>
    public string Title { get; }

    /// <summary>Gets the sentence that says what is wrong.</summary>
    public string Detail { get; }

    /// <summary>Gets the parameter that is wrong; null if there is none.</summary>
    public string? Parameter { get; }

    /// <summary>Gets the emulator; null if unknown.</summary>
    public string? Emulator { get; }

    /// <summary>Gets the id of the request in the bridge's log.</summary>
    public string? TraceId { get; }

    /// <summary>Gets after what time to repeat the request; null if unknown.</summary>
    public TimeSpan? RetryAfter { get; }

    /// <inheritdoc/>
    public override bool SafeToRepeat => _safeToRepeat ?? (Type.Length > 0 && !Open.Contains(Type));

    internal static string? TypeOf(ProblemJson? problem) =>
        problem?.Type is { } type && type.IndexOf('#', StringComparison.Ordinal) is >= 0 and var at ? type[(at + 1)..] : null;
}

/// <summary>
/// The request was sent, and nobody knows whether it ran: the bridge said so, or the connection to it broke (<c>Status</c> is 0).
/// This package repeats it only after a broken connection, and only if running it twice does the same as running it once. Otherwise
/// read memory or the screen first, or repeat it if <see cref="ProblemException.SafeToRepeat"/>.
/// </summary>
public sealed class OutcomeUnknownException : ProblemException
{
    internal OutcomeUnknownException(int status, ProblemJson? problem, TimeSpan? retryAfter, Exception? cause = null)
        : base(status, problem, retryAfter, cause)
    {
    }

    internal static OutcomeUnknownException Lost(Exception cause, bool safeToRepeat, string address) => new(0, new ProblemJson
    {
        Type = "#outcome-unknown", Title = "Outcome unknown", SafeToRepeat = safeToRepeat,
        Detail = $"The connection to {address} broke while the request was in flight ({cause.Message}). It may have run.",
    }, null, cause);
}

/// <summary>The types of problems that programs compare with <see cref="ProblemException.Type"/>.</summary>
public static class ProblemTypes
{
    /// <summary>Another client holds the game exclusively.</summary>
    public const string Held = "held";

    /// <summary>Only a held game can be stepped; the lease may have ended.</summary>
    public const string NotHeld = "not-held";

    /// <summary>The running game has no state of this name.</summary>
    public const string UnknownState = "unknown-state";

    /// <summary>The running game has no movie of this name, or none of this name is being recorded.</summary>
    public const string UnknownMovie = "unknown-movie";

    /// <summary>The bytes are no save state of the running game.</summary>
    public const string RefusedState = "refused-state";

    /// <summary>The bytes are no movie, or it starts from a state of another program.</summary>
    public const string RefusedMovie = "refused-movie";

    /// <summary>The address is outside the game's memory.</summary>
    public const string OutOfRange = "out-of-range";

    /// <summary>mGBA does not run, or has not loaded the script.</summary>
    public const string NoEmulator = "no-emulator";

    /// <summary>The game was closed.</summary>
    public const string NoGame = "no-game";

    /// <summary>mGBA emulates no frames.</summary>
    public const string Paused = "paused";

    /// <summary>The press, sequence, turn or step began and ended early.</summary>
    public const string Interrupted = "interrupted";
}
