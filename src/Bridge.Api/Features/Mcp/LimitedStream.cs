namespace Bridge.Api.Features.Mcp;

/// <summary>Reads another stream up to a limit.</summary>
/// <param name="stream">The stream, which it disposes.</param>
/// <param name="max">How many bytes it may have.</param>
internal sealed class LimitedStream(Stream stream, long max) : Stream
{
    private long _read;

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
    /// <exception cref="IOException">The stream has more bytes, or it broke.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        Count(await stream.ReadAsync(buffer, cancellationToken));

    public override int Read(byte[] buffer, int offset, int count) => Count(stream.Read(buffer, offset, count));

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

    private int Count(int read) => (_read += read) <= max ? read : throw new IOException($"it has more than {max} bytes");
}
