namespace Bridge.SocketPool.Model;

/// <summary>Reports a request that the emulator did not answer, or answered with an error.</summary>
public sealed class EmulatorException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="failure">The kind of failure.</param>
    /// <param name="message">A sentence for the user.</param>
    /// <param name="innerException">The cause; null if there is none.</param>
    public EmulatorException(EmulatorFailure failure, string message, Exception? innerException = null)
        : base(message, innerException) => Failure = failure;

    /// <summary>Gets the kind of failure.</summary>
    public EmulatorFailure Failure { get; }

    /// <summary>Gets the protocol's name of the argument that is wrong; null if no single argument is.</summary>
    public string? Parameter { get; init; }

    /// <summary>Gets how long to wait before a retry; null if unknown.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>Gets the command that failed; null if unknown.</summary>
    public string? Command { get; init; }

    /// <summary>Gets what repeating the command would do; <see cref="ReplayCategory.NotReplayable"/> if unknown.</summary>
    public ReplayCategory Category { get; init; }

    /// <summary>Gets how many operations of a batch ran.</summary>
    public int OperationsRun { get; init; }

    /// <summary>Gets whether the client can repeat the request without doing anything twice.</summary>
    public bool SafeToRepeat => IsSafeToRepeat(Failure, Category) && (OperationsRun == 0 || Category != ReplayCategory.NotReplayable);

    /// <summary>Returns whether a command of this category can be repeated after this failure without doing anything twice.</summary>
    internal static bool IsSafeToRepeat(EmulatorFailure failure, ReplayCategory category) => failure switch
    {
        EmulatorFailure.OutcomeUnknown or EmulatorFailure.EmulatorRefused or EmulatorFailure.ScriptError or EmulatorFailure.Interrupted =>
            category != ReplayCategory.NotReplayable,
        _ => true,
    };
}
