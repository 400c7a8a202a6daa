using System.Buffers;
using System.IO.Pipelines;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>Reads the lines of a stream, each a JSON text.</summary>
/// <param name="stream">OWNED BY THIS.</param>
/// <param name="maxBytes">The max length of a line.</param>
internal sealed class EtcdLines(Stream stream, int maxBytes) : IAsyncDisposable
{
    private readonly PipeReader _reader = PipeReader.Create(stream);

    /// <summary>Returns the next line that is not empty; null at the end of the stream.</summary>
    /// <exception cref="EtcdException">The line is too long.</exception>
    public async Task<byte[]?> ReadAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await _reader.ReadAsync(cancellationToken);
            var buffer = read.Buffer;
            if (buffer.PositionOf((byte)'\n') is { } end)
            {
                var line = buffer.Slice(0, end).ToArray();
                _reader.AdvanceTo(buffer.GetPosition(1, end));
                if (line.Length > 0)
                    return line;
                continue;
            }

            // A line that the end of the stream has cut off is dropped.
            if (read.IsCompleted)
                return null;
            if (buffer.Length > maxBytes)
                throw new EtcdException($"etcd has sent a line of more than {maxBytes} bytes.");
            _reader.AdvanceTo(buffer.Start, buffer.End);
        }
    }

    public ValueTask DisposeAsync() => _reader.CompleteAsync();
}
