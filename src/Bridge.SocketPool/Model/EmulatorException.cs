namespace Bridge.SocketPool.Model;

/// <summary>A request that the emulator did not answer, or answered with an error.</summary>
public sealed class EmulatorException : Exception
{
    /// <summary>Makes the exception.</summary>
    /// <param name="failure">What kind of failure it is.</param>
    /// <param name="message">A sentence for the person who asked.</param>
    /// <param name="innerException">The cause, where there is one.</param>
    public EmulatorException(EmulatorFailure failure, string message, Exception? innerException = null)
        : base(message, innerException) => Failure = failure;

    /// <summary>What kind of failure it is.</summary>
    public EmulatorFailure Failure { get; }

    /// <summary>The argument that is to blame, by the protocol's name for it; null when none is.</summary>
    public string? Parameter { get; init; }

    /// <summary>When it may be worth another try; null where nobody can tell.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>The command, once it is known which one failed.</summary>
    public string? Command { get; init; }

    /// <summary>What executing the command twice would do; <see cref="ReplayCategory.NotReplayable"/> where it is not known.</summary>
    public ReplayCategory Category { get; init; }

    /// <summary>Of a batch: how many of its operations had run.</summary>
    public int OperationsRun { get; init; }

    /// <summary>Whether the client may simply ask again without doing anything twice.</summary>
    public bool SafeToRepeat => IsSafeToRepeat(Failure, Category) && (OperationsRun == 0 || Category != ReplayCategory.NotReplayable);

    /// <summary>Returns whether a client may repeat a command of this category after this failure without doing anything twice.</summary>
    internal static bool IsSafeToRepeat(EmulatorFailure failure, ReplayCategory category) => failure switch
    {
        EmulatorFailure.OutcomeUnknown => category != ReplayCategory.NotReplayable,
        EmulatorFailure.Failed or EmulatorFailure.ScriptError or EmulatorFailure.Interrupted => category != ReplayCategory.NotReplayable,
        _ => true,
    };
}
