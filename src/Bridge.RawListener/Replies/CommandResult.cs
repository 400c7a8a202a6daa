using Bridge.RawListener.Model;

namespace Bridge.RawListener.Replies;

/// <summary>Holds the reply to a command: the emulator's, or one of the bridge itself. The caller owns it.</summary>
internal readonly struct CommandResult : IDisposable
{
    private readonly SemaphoreSlim? _inFlight;

    /// <summary>Creates a result with a reply of the bridge itself.</summary>
    /// <param name="reply">The reply.</param>
    /// <param name="inFlight">Where the command has a place, which the result OWNS; null if it has none.</param>
    public CommandResult(RawReply reply, SemaphoreSlim? inFlight = null) => (FromBridge, _inFlight) = (reply, inFlight);

    /// <summary>Creates a result with a reply of the emulator.</summary>
    /// <param name="reply">The reply. OWNED BY THIS.</param>
    /// <param name="inFlight">Where the command has a place, which the result OWNS.</param>
    public CommandResult(EmulatorReply reply, SemaphoreSlim inFlight) => (FromEmulator, _inFlight) = (reply, inFlight);

    /// <summary>Gets the reply of the bridge itself; null if the emulator has replied.</summary>
    public RawReply? FromBridge { get; }

    /// <summary>Gets the emulator's reply; null if the bridge itself has replied.</summary>
    public EmulatorReply? FromEmulator { get; }

    /// <summary>Releases the reply and the place. A command is in flight until its reply is sent, because the reply takes memory.</summary>
    public void Dispose()
    {
        FromEmulator?.Dispose();
        _inFlight?.Release();
    }
}
