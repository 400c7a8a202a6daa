using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Retries;

/// <summary>
/// Decides whether a failed request may be retried. Only the failure and the command's category count, not the type of the exception.
/// </summary>
internal static class RetryRules
{
    /// <summary>
    /// Returns whether a retry makes sense. Only a broken connection does: the emulator would give the same answer again, and the client
    /// should learn at once that the emulator is gone, paused or overloaded.
    /// </summary>
    public static bool MayRetry(EmulatorFailure failure, ReplayCategory category) => failure switch
    {
        EmulatorFailure.NotApplied => true,
        EmulatorFailure.OutcomeUnknown => category == ReplayCategory.ReadOnly, // mutation: retry-of-unknown
        _ => false,
    };
}
