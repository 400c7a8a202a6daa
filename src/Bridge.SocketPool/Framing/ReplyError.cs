using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Describes an error reply.</summary>
/// <param name="Failure">The kind of failure that the status stands for.</param>
/// <param name="Message">A sentence for the user.</param>
/// <param name="Parameter">The argument that is wrong; null if no single argument is.</param>
/// <param name="OperationsRun">How many operations of a batch ran before the error.</param>
/// <param name="RetryAfter">How long to wait before a retry; null if the script doesn't say.</param>
internal readonly record struct ReplyError(
    EmulatorFailure Failure, string Message, string? Parameter = null, int OperationsRun = 0, TimeSpan? RetryAfter = null);
