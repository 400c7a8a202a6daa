using System.Buffers.Text;
using System.Collections.Frozen;
using System.Text;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Maps the statuses of replies (docs/protocol/wire.md, "Status") to failures.</summary>
internal static class ReplyStatus
{
    private static readonly FrozenDictionary<string, EmulatorFailure> Failures = new Dictionary<string, EmulatorFailure>
    {
        ["bad-request"] = EmulatorFailure.BadRequest,
        ["out-of-range"] = EmulatorFailure.OutOfRange,
        ["unknown-domain"] = EmulatorFailure.UnknownDomain,
        ["read-only"] = EmulatorFailure.ReadOnlyMemory,
        ["unknown-command"] = EmulatorFailure.Unsupported,
        ["unsupported"] = EmulatorFailure.Unsupported,
        ["no-game"] = EmulatorFailure.NoGame,
        ["conflict"] = EmulatorFailure.Conflict,
        ["held"] = EmulatorFailure.Held,
        ["not-held"] = EmulatorFailure.NotHeld,
        ["busy"] = EmulatorFailure.Overloaded,
        ["unknown-id"] = EmulatorFailure.UnknownSequence,
        ["cancelled"] = EmulatorFailure.Cancelled,
        ["interrupted"] = EmulatorFailure.Interrupted,
        ["bad-state"] = EmulatorFailure.RefusedState,
        ["failed"] = EmulatorFailure.EmulatorRefused,
        ["internal"] = EmulatorFailure.ScriptError,
        ["bad-hello"] = EmulatorFailure.ProtocolError,
        ["unauthorized"] = EmulatorFailure.WrongSecret,
        ["unsupported-version"] = EmulatorFailure.ScriptOutdated,
    }.ToFrozenDictionary();

    public static bool IsOk(ReadOnlySpan<byte> status) => status.SequenceEqual("ok"u8);

    /// <summary>Reads an error reply. Does not dispose the reply.</summary>
    public static ReplyError ReadError(string status, EmulatorReply reply)
    {
        if (!Failures.TryGetValue(status, out var failure))
            return new ReplyError(EmulatorFailure.ProtocolError, $"The script replied with the unknown status \"{status}\".");

        var arguments = reply.Arguments;
        if (failure == EmulatorFailure.Held)
            return new ReplyError(failure, Sentence(reply), RetryAfter: Milliseconds(WireArguments.TakeNext(ref arguments)));
        var parameter = arguments.IsEmpty ? null : ForeignText.Clean(WireArguments.Decode(WireArguments.TakeNext(ref arguments)));
        // Only a batch, or a step whose frames ran, has this second argument.
        _ = Utf8Parser.TryParse(WireArguments.TakeNext(ref arguments), out int operationsRun, out _);
        return new ReplyError(failure, Sentence(reply), parameter, operationsRun);
    }

    // If the script gives no time, the client may retry after a second.
    private static TimeSpan Milliseconds(ReadOnlySpan<byte> argument) =>
        TimeSpan.FromMilliseconds(Utf8Parser.TryParse(argument, out int milliseconds, out _) && milliseconds >= 0 ? milliseconds : 1000);

    // It may reach a log or a terminal.
    private static string Sentence(EmulatorReply reply) => ForeignText.Clean(Encoding.UTF8.GetString(reply.Payload.Span));
}
