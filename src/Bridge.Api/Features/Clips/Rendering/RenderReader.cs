using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using Bridge.Api.Features.Clips.Formats;

namespace Bridge.Api.Features.Clips.Rendering;

/// <summary>
/// Reads what <c>mgba-host --render</c> writes. Nothing is taken on trust, because a hostile ROM may have taken the program over.
/// </summary>
internal sealed class RenderReader(Stream stream) : IAsyncDisposable
{
    private const int MaxLine = 4096;
    private const int MaxWidth = 256, MaxHeight = 224, PixelBytes = 4;
    private const int MaxSamples = 4096;

    private readonly PipeReader _reader = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: 1 << 17));
    private readonly byte[] _bytes = new byte[MaxWidth * MaxHeight * PixelBytes];

    /// <summary>Gets the result of the movie as JSON, once all items are read; null: the program ended before.</summary>
    public string? Result { get; private set; }

    /// <summary>Reads the next item; null: there are no more.</summary>
    /// <exception cref="InvalidDataException">The output is not in the form that the program writes.</exception>
    public async ValueTask<RenderedItem?> ReadAsync(CancellationToken cancellationToken)
    {
        if (await ReadLineAsync(cancellationToken) is not { } line)
            return null;
        if (line.StartsWith("result ", StringComparison.Ordinal))
        {
            Result = line["result ".Length..];
            return null;
        }

        return line.Split(' ') switch
        {
            ["picture", var frame, var keys, var width, var height] => await ReadPictureAsync(
                Number(frame, long.MaxValue), (uint)Number(keys, uint.MaxValue), (int)Number(width, MaxWidth),
                (int)Number(height, MaxHeight), cancellationToken),
            ["same", var frame, var keys] => new SamePicture(Number(frame, long.MaxValue), (uint)Number(keys, uint.MaxValue)),
            ["sound", var samples] => new RenderedSound(
                await ReadBytesAsync((int)Number(samples, MaxSamples) * WavWriter.SampleBytes, cancellationToken)),
            _ => throw Wrong(),
        };
    }

    public ValueTask DisposeAsync() => _reader.CompleteAsync();

    private async ValueTask<RenderedPicture> ReadPictureAsync(
        long frame, uint keys, int width, int height, CancellationToken cancellationToken) =>
        width * height > 0
            ? new RenderedPicture(frame, keys, width, height, await ReadBytesAsync(width * height * PixelBytes, cancellationToken))
            : throw Wrong();

    private async ValueTask<string?> ReadLineAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await _reader.ReadAsync(cancellationToken);
            if (read.Buffer.PositionOf((byte)'\n') is { } end)
            {
                var line = Encoding.ASCII.GetString(read.Buffer.Slice(0, end));
                _reader.AdvanceTo(read.Buffer.GetPosition(1, end));
                return line;
            }

            if (read.Buffer.Length > MaxLine)
                throw Wrong();
            _reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
            if (read.IsCompleted)
                return read.Buffer.IsEmpty ? null : throw Wrong();
        }
    }

    private async ValueTask<ReadOnlyMemory<byte>> ReadBytesAsync(int count, CancellationToken cancellationToken)
    {
        if (count == 0)
            return default;
        var read = await _reader.ReadAtLeastAsync(count, cancellationToken);
        if (read.Buffer.Length < count)
            throw Wrong();
        read.Buffer.Slice(0, count).CopyTo(_bytes);
        _reader.AdvanceTo(read.Buffer.GetPosition(count));
        return _bytes.AsMemory(0, count);
    }

    private static long Number(string text, long max) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= max ? number : throw Wrong();

    private static InvalidDataException Wrong() => new("The emulator's pictures are not in the form that the bridge expects.");
}
