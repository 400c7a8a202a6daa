using System.Net;
using Bridge.SocketPool;

namespace Bridge.RawListener.Model;

/// <summary>
/// What the listener needs of the program around it. Its functions are called on the listener's thread and must not block.
/// </summary>
public sealed record RawHost
{
    /// <summary>Gets a function that returns the emulator of a name, or throws what <see cref="Explain"/> explains.</summary>
    public required Func<string, EmulatorClient> GetEmulator { get; init; }

    /// <summary>Gets a function that returns the name of an emulator's state.</summary>
    public required Func<EmulatorState, string> NameState { get; init; }

    /// <summary>Gets a function that turns an exception into a reply, or returns null for an error of the program itself.</summary>
    public required Func<Exception, RawReply?> Explain { get; init; }

    /// <summary>Gets a function that finds a token by its value. Default null: clients need no token.</summary>
    public Func<string, RawToken?>? FindToken { get; init; }

    /// <summary>
    /// Gets a function that refuses a TCP connection by the account that has opened it. It gets the bridge's end, and a function that reads
    /// the client's end; it returns null to accept. Default null: all accounts are accepted.
    /// </summary>
    public Func<IPEndPoint, Func<IPEndPoint?>, RawReply?>? RefuseAccount { get; init; }

    /// <summary>
    /// Gets a function that counts a message towards the rate of a token, or of an address where there is none (null: a Unix socket), and
    /// returns null or why the message is refused. Default null: messages are not counted.
    /// </summary>
    public Func<RawToken?, IPAddress?, RawReply?>? CountMessage { get; init; }

    /// <summary>
    /// Gets a function that sets how many bytes of unfinished messages the listener holds in all. It returns false, and changes nothing,
    /// when the memory for them is used up; fewer bytes than before always fit. Default: no limit.
    /// </summary>
    public Func<long, bool> TryHoldInput { get; init; } = static _ => true;

    /// <summary>Gets a function that counts a command that has ended: how long it took, and whether it failed. Default: none.</summary>
    public Action<TimeSpan, bool> CountCommand { get; init; } = static (_, _) => { };
}
