using Bridge.Api.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Raw;

/// <summary>
/// A client of the raw door, and all that there is of one that says nothing: no buffer, no task, no socket object. What it takes to listen and
/// to answer is its <see cref="Conversation"/>, for as long as there is one.
/// </summary>
internal sealed class DoorClient(int socket, int slot)
{
    /// <summary>Its file; below 0 once it was closed.</summary>
    public int Socket { get; set; } = socket;

    /// <summary>Its place among the loop's clients.</summary>
    public int Slot { get; } = slot;

    /// <summary>What is waited for.</summary>
    public DoorInterest Interest { get; set; } = DoorInterest.Receive;

    /// <summary>What is under way; null while nothing is.</summary>
    public Conversation? Conversation { get; set; }

    /// <summary>The emulator that it speaks to; null until it has said hello.</summary>
    public EmulatorClient? Emulator { get; set; }

    /// <summary>The token that it has shown; null without any.</summary>
    public AccessToken? Token { get; set; }
}
