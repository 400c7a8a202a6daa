using System.Net.Sockets;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ReusableSocket
{
    // A script that isn't paused answers within a frame or two, and closes its side as quickly.
    private static readonly TimeSpan MostForAnswers = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MostForClosing = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LookAgain = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// Has the script end all that is in flight: what has not begun is answered as cancelled, a press or a wait that has as interrupted. What
    /// is not answered within a second ends without it.
    /// </summary>
    internal async Task EndRequestsAsync()
    {
        var began = _time.GetTimestamp();
        CancelAll();
        while (HasRequests() && _time.GetElapsedTime(began) < MostForAnswers)
            await Task.Delay(LookAgain, _time).ConfigureAwait(false);
        Abandon(IsRequest, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.Stopping, Sentences.Stopping)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterStop));
    }

    /// <summary>
    /// Closes the connection in order: says that nothing more will come, and waits until the script has closed its side, so that nothing it
    /// still sends meets a connection that is gone.
    /// </summary>
    internal void Leave()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has broken already.
        }

        _ = DisposeLaterAsync();
    }

    private async Task DisposeLaterAsync()
    {
        await ((Task)Closed).WaitAsync(MostForClosing, _time).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Dispose();
    }

    private void CancelAll()
    {
        var found = new List<Exchange>();
        lock (_gate)
        {
            _exchanges.Find(IsRequest, found);
            foreach (var exchange in found)
                QueueCancel_NeedsLock(exchange.Id);
        }

        if (found.Count > 0)
            StartSending();
    }

    private bool HasRequests()
    {
        var found = new List<Exchange>();
        lock (_gate)
            _exchanges.Find(IsRequest, found);
        return found.Count > 0;
    }

    // A request without deadline is the bridge's own.
    private static bool IsRequest(Exchange exchange) => exchange.Deadline != long.MaxValue;
}
