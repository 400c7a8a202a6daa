using System.IO.Pipelines;

namespace Bridge.Api.Server.Inline;

/// <summary>
/// Continues the reads and writes of a connection in the thread pool instead of on the socket thread. TLS needs this: the private key
/// alone takes about a millisecond of each handshake, which would delay all other connections.
/// </summary>
internal sealed class PooledTransport(IDuplexPipe inner) : IDuplexPipe
{
    public PipeReader Input { get; } = new Reader(inner.Input);

    public PipeWriter Output { get; } = new Writer(inner.Output);

    private sealed class Reader(PipeReader inner) : PipeReader
    {
        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
        {
            var reading = inner.ReadAsync(cancellationToken);
            return reading.IsCompleted ? reading : ContinueAsync(reading);
        }

        public override bool TryRead(out ReadResult result) => inner.TryRead(out result);

        public override void AdvanceTo(SequencePosition consumed) => inner.AdvanceTo(consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => inner.AdvanceTo(consumed, examined);

        public override void CancelPendingRead() => inner.CancelPendingRead();

        public override void Complete(Exception? exception = null) => inner.Complete(exception);

        private static async ValueTask<ReadResult> ContinueAsync(ValueTask<ReadResult> reading)
        {
            try
            {
                return await reading.ConfigureAwait(false);
            }
            finally
            {
                await InlineScheduling.SwitchToThreadPool();
            }
        }
    }

    private sealed class Writer(PipeWriter inner) : PipeWriter
    {
        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
        {
            var flushing = inner.FlushAsync(cancellationToken);
            return flushing.IsCompleted ? flushing : ContinueAsync(flushing);
        }

        public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0) => inner.GetSpan(sizeHint);

        public override void Advance(int bytes) => inner.Advance(bytes);

        public override void CancelPendingFlush() => inner.CancelPendingFlush();

        public override void Complete(Exception? exception = null) => inner.Complete(exception);

        private static async ValueTask<FlushResult> ContinueAsync(ValueTask<FlushResult> flushing)
        {
            try
            {
                return await flushing.ConfigureAwait(false);
            }
            finally
            {
                await InlineScheduling.SwitchToThreadPool();
            }
        }
    }
}
