using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.Events;

/// <summary>What a script tells only when it is asked to, because it costs something.</summary>
[Flags]
public enum EventTopics
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Each emulated frame.</summary>
    Frame = 1 << 0,

    /// <summary>Each change of the buttons that the game sees.</summary>
    Buttons = 1 << 1,

    /// <summary>Whenever frames are counted from elsewhere: a reset, a loaded state, rewinding.</summary>
    Reset = 1 << 2,
}
