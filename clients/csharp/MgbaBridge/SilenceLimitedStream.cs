namespace MgbaBridge;

/// <summary>Reads another stream, and fails if nothing arrives for a while.</summary>
/// <param name="stream">The stream, which it disposes.</param>
/// <param name="limit">How long a read may wait.</param>
/// <param name="clock">The clock of the waits.</param>
internal sealed class SilenceLimitedStream(Stream stream, TimeSpan limit, TimeProvider clock) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    /// <exception cref="IOException">Nothing arrived in time, or the stream broke.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        using var silence = new CancellationTokenSource(limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, silence.Token);
        try
        {
            return await stream.ReadAsync(buffer, either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (silence.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"Nothing arrived for {limit.TotalSeconds:0} s.");
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            stream.Dispose();
        base.Dispose(disposing);
    }
}
