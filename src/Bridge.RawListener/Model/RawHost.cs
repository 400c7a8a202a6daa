using System.Net;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Connections;

namespace Bridge.RawListener.Model;

/// <summary>
/// Holds the functions that the listener needs of the surrounding program. They are called on any thread, several at once, and must not
/// block.
/// </summary>
public sealed record RawHost
{
    /// <summary>Gets a function that returns an emulator by its name, or throws an exception for <see cref="Explain"/>.</summary>
    public required Func<string, EmulatorClient> GetEmulator { get; init; }

    /// <summary>Gets a function that returns the name of an emulator's state.</summary>
    public required Func<EmulatorState, string> NameState { get; init; }

    /// <summary>Gets a function that turns an exception into a reply, or returns null for an internal error of the program.</summary>
    public required Func<Exception, RawReply?> Explain { get; init; }

    /// <summary>Gets a function that may refuse a command because of its emulator; it returns null to accept. Default: accepts.</summary>
    public Func<EmulatorClient, RawReply?> Refuse { get; init; } = static _ => null;

    /// <summary>Gets a function that finds a token by its value. Default null: clients need no token.</summary>
    public Func<string, RawToken?>? FindToken { get; init; }

    /// <summary>
    /// Gets a function that may refuse a connection because of the account that opened it; it returns null to accept. Default: accepts all.
    /// </summary>
    public Func<ConnectionContext, RawReply?> RefuseAccount { get; init; } = static _ => null;

    /// <summary>
    /// Gets a function that counts a message towards the rate limit of its token, or of its address if it has none (null for a Unix
    /// socket). It returns null, or the reason for a refusal. Default null: messages are not counted.
    /// </summary>
    public Func<RawToken?, IPAddress?, RawReply?>? CountMessage { get; init; }

    /// <summary>
    /// Gets a function that sets the number of bytes that the listener's unfinished messages take in total. It returns false, and changes
    /// nothing, if their memory limit is reached; a decrease always succeeds. The calls are made one at a time. Default: no limit.
    /// </summary>
    public Func<long, bool> TryHoldInput { get; init; } = static _ => true;

    /// <summary>
    /// Gets a function that is called when all replies of a client are sent, on the thread that waits for its next command. Default: does
    /// nothing.
    /// </summary>
    public Action<ConnectionContext> AwaitCommand { get; init; } = static _ => { };

    /// <summary>Gets a function that counts a finished command: its duration, and whether it failed. Default: does nothing.</summary>
    public Action<TimeSpan, bool> CountCommand { get; init; } = static (_, _) => { };
}
