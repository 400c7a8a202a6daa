using Bridge.RawListener.Model;
using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Commands;

/// <summary>Holds what a client may do with a message.</summary>
/// <param name="Command">The command; null for a hello, and if there is none of this name.</param>
/// <param name="Category">The effect of a repetition.</param>
/// <param name="Refusal">Why the client may not send it; null if it may.</param>
internal readonly record struct Permission(CommandDescriptor? Command, ReplayCategory Category, RawReply? Refusal)
{
    /// <summary>Gets whether its reply may be long, so that it runs alone.</summary>
    public bool IsLong { get; init; }
}
