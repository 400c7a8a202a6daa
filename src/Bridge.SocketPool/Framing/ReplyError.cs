using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>What an error reply says.</summary>
/// <param name="Failure">What kind of failure its status is.</param>
/// <param name="Message">A sentence for the person who asked.</param>
/// <param name="Parameter">The argument that is to blame; null when none is.</param>
/// <param name="OperationsRun">Operations of a batch that had run before.</param>
/// <param name="RetryAfter">When another try may succeed; null when the script does not tell.</param>
internal readonly record struct ReplyError(
    EmulatorFailure Failure, string Message, string? Parameter = null, int OperationsRun = 0, TimeSpan? RetryAfter = null);
