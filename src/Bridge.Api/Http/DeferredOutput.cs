using System.IO.Pipelines;
using Bridge.SocketPool.Scheduling;

namespace Bridge.Api.Http;

/// <summary>
/// Wraps the output of a connection. A response whose emulator reply arrived together with others is sent after they are handled
/// (<see cref="AfterReplies"/>).
/// </summary>
/// <remarks>
/// Kestrel is told at once that it was sent, and may write the connection's next response at the same time, on another thread. So each
/// write first sends what was put off. If the client takes nothing more, its next response is not put off, so Kestrel waits for it.
/// </remarks>
internal sealed class DeferredOutput(PipeWriter inner) : PipeWriter, IThreadPoolWorkItem
{
    private readonly Lock _gate = new();
    private bool _isDeferred;
    private bool _isFull;

    public override bool CanGetUnflushedBytes => inner.CanGetUnflushedBytes;

    public override long UnflushedBytes => inner.UnflushedBytes;

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        SendDeferred();
        if (!_isFull && AfterReplies.TryAdd(this))
        {
            Volatile.Write(ref _isDeferred, true);
            return ValueTask.FromResult(default(FlushResult));
        }

        _isFull = false;
        return inner.FlushAsync(cancellationToken);
    }

    public override Memory<byte> GetMemory(int sizeHint = 0)
    {
        SendDeferred();
        return inner.GetMemory(sizeHint);
    }

    public override Span<byte> GetSpan(int sizeHint = 0)
    {
        SendDeferred();
        return inner.GetSpan(sizeHint);
    }

    public override void Advance(int bytes) => inner.Advance(bytes);

    public override void CancelPendingFlush() => inner.CancelPendingFlush();

    public override void Complete(Exception? exception = null)
    {
        SendDeferred();
        inner.Complete(exception);
    }

    void IThreadPoolWorkItem.Execute() => SendDeferred();

    private void SendDeferred()
    {
        if (!Volatile.Read(ref _isDeferred))
            return;
        lock (_gate)
        {
            if (!_isDeferred)
                return;
            _isFull = Waits(inner.FlushAsync());
            Volatile.Write(ref _isDeferred, false);
        }
    }

    // A pipe returns the same wait to the next flush, which Kestrel awaits.
    private static bool Waits(ValueTask<FlushResult> flush) => !flush.IsCompleted;
}
