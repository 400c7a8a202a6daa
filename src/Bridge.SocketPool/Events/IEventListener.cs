using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.Events;

/// <summary>
/// Told of what happens in an emulator. Called by the reader of a connection, or by those who look after one, at any time and
/// perhaps by several at once: each call must be quick and must not throw.
/// </summary>
public interface IEventListener
{
    /// <summary>A frame was emulated.</summary>
    void OnFrame(long frame);

    /// <summary>The buttons that the game sees are others now.</summary>
    void OnButtons(Buttons down, long frame);

    /// <summary>
    /// Frames are counted from elsewhere: a reset, a loaded state, rewinding. The one before was <paramref name="before"/>.
    /// </summary>
    void OnReset(long before, long frame);

    /// <summary>A watch shows something else.</summary>
    void OnWatch(int id, WatchReading reading);

    /// <summary>A connection stands; watches are set again over it.</summary>
    void OnAttached();

    /// <summary>A watch was set again, and shows this. Later than <see cref="OnWatch"/> tells something newer perhaps.</summary>
    void OnWatchSetAgain(int id, WatchReading reading);

    /// <summary>Messages were lost: their number, or null when it is unknown.</summary>
    void OnLost(long? count);

    /// <summary>Another game was loaded; its facts follow.</summary>
    void OnNewGame();

    /// <summary>The emulator's state or its facts may be others than before.</summary>
    void OnHeartbeat();
}
