using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.Events;

/// <summary>
/// Receives the events of an emulator. Called on the connection's receive thread and by the connection's keeper, perhaps concurrently: each
/// call must return quickly. Its exceptions are logged, at most one a minute, and have no other effect.
/// </summary>
public interface IEventListener
{
    /// <summary>Called when a frame was emulated.</summary>
    void OnFrame(long frame);

    /// <summary>Called when the buttons that the game sees have changed.</summary>
    void OnButtons(Buttons down, long frame);

    /// <summary>
    /// Called when the frame number jumps: a reset, a loaded state, or rewinding. The last frame before was <paramref name="before"/>.
    /// </summary>
    void OnReset(long before, long frame);

    /// <summary>
    /// Called when the game has returned to another frame of its history. <paramref name="before"/> and <paramref name="now"/> are frames
    /// of the history. <see cref="OnReset"/> is called too.
    /// </summary>
    void OnRewound(long before, long now, long frame)
    {
    }

    /// <summary>Called when the frame <paramref name="now"/> of the history was marked.</summary>
    void OnMarked(string name, long now, long frame)
    {
    }

    /// <summary>
    /// Called when a client has put a note at the frame <paramref name="at"/> of the history; without a history, that is the frame number.
    /// </summary>
    void OnNoted(string text, long at, long frame)
    {
    }

    /// <summary>Called when a client shows the player a message for some frames. Pictures have it only if it is drawn.</summary>
    void OnMessage(string text, int frames, bool isDrawn, long frame)
    {
    }

    /// <summary>Called when breakpoints were hit. <paramref name="lost"/> more hits in the same frames were dropped.</summary>
    void OnHits(IReadOnlyList<BreakpointHit> hits, long lost, long frame)
    {
    }

    /// <summary>Called when the motor in the cartridge has started or stopped.</summary>
    void OnRumble(bool isOn, long frame)
    {
    }

    /// <summary>Called when the value of a watch has changed.</summary>
    void OnWatch(int id, WatchReading reading);

    /// <summary>Called when the emulator is connected. The watches are restored after this.</summary>
    void OnAttached();

    /// <summary>
    /// Called with the current value of a watch that was restored after a break. <see cref="OnWatch"/> may already have reported a newer
    /// value.
    /// </summary>
    void OnWatchSetAgain(int id, WatchReading reading);

    /// <summary>Called when messages were lost: their number, or null if it is unknown.</summary>
    void OnLost(long? count);

    /// <summary>Called when another game was loaded; its facts follow.</summary>
    void OnNewGame();

    /// <summary>Called when the emulator's state or facts may have changed.</summary>
    void OnHeartbeat();
}
