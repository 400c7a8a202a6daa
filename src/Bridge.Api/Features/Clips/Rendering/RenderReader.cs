using System.Globalization;
using System.Text;
using Bridge.Api.Features.Clips.Formats;

namespace Bridge.Api.Features.Clips.Rendering;

/// <summary>
/// Reads what <c>mgba-host --render</c> writes. Nothing is taken on trust, because a hostile ROM may have taken the program over. Its reads
/// block: asynchronous ones would run in the threads that serve requests, and some 400 MB come in a second.
/// </summary>
internal sealed class RenderReader(Stream stream)
{
    private const int MaxLine = 4096;

    // The picture of a Super Game Boy is the largest.
    private const int MaxWidth = 256, MaxHeight = 224, PixelBytes = 4;
    private const int MaxSamples = 4096;

    private readonly byte[] _read = new byte[1 << 17];
    private readonly byte[] _bytes = new byte[MaxWidth * MaxHeight * PixelBytes];
    private int _at; // in what was read
    private int _end;

    /// <summary>Reads the next item; null: there are no more.</summary>
    /// <exception cref="InvalidDataException">The output is not in the form that the program writes.</exception>
    public RenderedItem? Read()
    {
        // The line after the last item has the result of the movie, of which the exit code says enough.
        if (ReadLine() is not { } line || line.StartsWith("result ", StringComparison.Ordinal))
            return null;

        return line.Split(' ') switch
        {
            ["picture", var frame, var keys, var width, var height] => ReadPicture(
                Number(frame, long.MaxValue), (uint)Number(keys, uint.MaxValue), (int)Number(width, MaxWidth),
                (int)Number(height, MaxHeight)),
            ["same", var frame, var keys] => new SamePicture(Number(frame, long.MaxValue), (uint)Number(keys, uint.MaxValue)),
            ["sound", var samples] => new RenderedSound(ReadBytes((int)Number(samples, MaxSamples) * WavWriter.SampleBytes)),
            _ => throw Wrong(),
        };
    }

    private RenderedPicture ReadPicture(long frame, uint keys, int width, int height) => width * height > 0
        ? new RenderedPicture(frame, keys, width, height, ReadBytes(width * height * PixelBytes))
        : throw Wrong();

    private string? ReadLine()
    {
        while (true)
        {
            var unread = _read.AsSpan(_at, _end - _at);
            if (unread.IndexOf((byte)'\n') is >= 0 and var length)
            {
                _at += length + 1;
                return Encoding.ASCII.GetString(unread[..length]);
            }

            if (unread.Length > MaxLine)
                throw Wrong();
            unread.CopyTo(_read);
            (_at, _end) = (0, unread.Length);
            var count = stream.Read(_read, _end, _read.Length - _end);
            if (count == 0)
                return _end == 0 ? null : throw Wrong();
            _end += count;
        }
    }

    private ReadOnlyMemory<byte> ReadBytes(int count)
    {
        var read = Math.Min(count, _end - _at);
        _read.AsSpan(_at, read).CopyTo(_bytes);
        _at += read;
        if (stream.ReadAtLeast(_bytes.AsSpan(read, count - read), count - read, throwOnEndOfStream: false) < count - read)
            throw Wrong();
        return _bytes.AsMemory(0, count);
    }

    private static long Number(string text, long max) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number <= max ? number : throw Wrong();

    private static InvalidDataException Wrong() => new("The emulator's pictures are not in the form that the bridge expects.");
}
