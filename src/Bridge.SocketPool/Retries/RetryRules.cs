using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Retries;

/// <summary>Whether a failed request may be sent again. Pure: two facts decide, the exception's type never does.</summary>
internal static class RetryRules
{
    /// <summary>
    /// Only a broken connection is worth another attempt: what the emulator has answered it would answer again, and what
    /// the bridge knows of it (gone, paused, full) the client should hear at once.
    /// </summary>
    public static bool MayRetry(EmulatorFailure failure, ReplayCategory category) => failure switch
    {
        EmulatorFailure.NotApplied => true,
        EmulatorFailure.OutcomeUnknown => category == ReplayCategory.ReadOnly, // mutation: retry-of-unknown
        _ => false,
    };
}
