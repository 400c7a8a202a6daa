using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;

namespace Bridge.SocketPool.Events;

/// <summary>Calls a listener, and logs its exceptions, which must not break the connection.</summary>
internal sealed class GuardedListener(IEventListener listener, FaultLog faults) : IEventListener
{
    public void OnFrame(long frame) => Notify(static (to, frame) => to.OnFrame(frame), frame);

    public void OnButtons(Buttons down, long frame) =>
        Notify(static (to, change) => to.OnButtons(change.down, change.frame), (down, frame));

    public void OnReset(long before, long frame) => Notify(static (to, reset) => to.OnReset(reset.before, reset.frame), (before, frame));

    public void OnRewound(long before, long now, long frame) =>
        Notify(static (to, rewind) => to.OnRewound(rewind.before, rewind.now, rewind.frame), (before, now, frame));

    public void OnMarked(string name, long now, long frame) =>
        Notify(static (to, mark) => to.OnMarked(mark.name, mark.now, mark.frame), (name, now, frame));

    public void OnNoted(string text, long at, long frame) =>
        Notify(static (to, note) => to.OnNoted(note.text, note.at, note.frame), (text, at, frame));

    public void OnMessage(string text, int frames, bool isDrawn, long frame) =>
        Notify(static (to, shown) => to.OnMessage(shown.text, shown.frames, shown.isDrawn, shown.frame), (text, frames, isDrawn, frame));

    public void OnHits(IReadOnlyList<BreakpointHit> hits, long lost, long frame) =>
        Notify(static (to, hit) => to.OnHits(hit.hits, hit.lost, hit.frame), (hits, lost, frame));

    public void OnRumble(bool isOn, long frame) => Notify(static (to, rumble) => to.OnRumble(rumble.isOn, rumble.frame), (isOn, frame));

    public void OnWatch(int id, WatchReading reading) => Notify(static (to, watch) => to.OnWatch(watch.id, watch.reading), (id, reading));

    public void OnAttached() => Notify(static (to, _) => to.OnAttached(), 0);

    public void OnWatchSetAgain(int id, WatchReading reading) =>
        Notify(static (to, watch) => to.OnWatchSetAgain(watch.id, watch.reading), (id, reading));

    public void OnLost(long? count) => Notify(static (to, count) => to.OnLost(count), count);

    public void OnNewGame() => Notify(static (to, _) => to.OnNewGame(), 0);

    public void OnHeartbeat() => Notify(static (to, _) => to.OnHeartbeat(), 0);

    private void Notify<T>(Action<IEventListener, T> call, T argument)
    {
        try
        {
            call(listener, argument);
        }
        catch (Exception exception)
        {
            faults.Report("its listener has missed an event", exception);
        }
    }
}
