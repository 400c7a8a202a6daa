using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.Events;

/// <summary>Lists the events that a script sends only to subscribers, because they cost time.</summary>
[Flags]
public enum EventTopics
{
    /// <summary>No topic.</summary>
    None = 0,

    /// <summary>Each emulated frame.</summary>
    Frame = 1 << 0,

    /// <summary>Each change of the buttons as the game sees them.</summary>
    Buttons = 1 << 1,

    /// <summary>Each jump of the frame number: a reset, a loaded state, or rewinding. Also each rewind, mark and note of
    /// the history, and each start and stop of the cartridge's motor.</summary>
    Reset = 1 << 2,
}
