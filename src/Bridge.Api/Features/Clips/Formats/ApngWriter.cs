using System.Buffers.Binary;
using System.IO.Compression;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>
/// Writes an animated PNG of 8-bit RGB (PNG specification, third edition, 11.3.6): each picture has what changed, and is exact.
/// </summary>
internal sealed class ApngWriter(Stream file) : ClipWriter
{
    // Of a second: the unit of delays.
    private const int DelayParts = 10_000;
    private const byte NoFilter = 0, DifferenceToTheLineAbove = 2;

    // Where the chunk acTL is: after the signature and the chunk IHDR.
    private const int AnimationPosition = 8 + 25;

    private readonly MemoryStream _chunks = new();
    private Canvas? _shown;
    private byte[] _line = [];

    // Of all pictures so far.
    private long _frames;
    private int _pictures;

    // The number of the next chunk fcTL or fdAT.
    private uint _sequence;

    public override ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken)
    {
        // A picture has at least one pixel, even if none has changed.
        var area = _shown is null ? new Area(0, 0, canvas.Width, canvas.Height) : _shown.FindDifference(canvas) ?? new Area(0, 0, 1, 1);
        if (_shown is null)
            Begin(canvas);
        WriteControl(area, frames);
        WritePicture(canvas, area);
        canvas.Pixels.CopyTo(_shown!.Pixels);
        _pictures++;
        Flush();
        return ValueTask.CompletedTask;
    }

    public override ValueTask FinishAsync(CancellationToken cancellationToken)
    {
        PngWriter.WriteChunk(_chunks, "IEND"u8, []);
        Flush();
        file.Position = AnimationPosition;
        WriteAnimation();
        Flush();
        return ValueTask.CompletedTask;
    }

    public override ValueTask DisposeAsync() => file.DisposeAsync();

    private void Begin(Canvas canvas)
    {
        _shown = new Canvas(canvas.Width, canvas.Height);
        _line = new byte[1 + (3 * canvas.Width)];
        PngWriter.WriteHeader(_chunks, canvas.Width, canvas.Height);
        WriteAnimation();
    }

    // Written again at the end, when the number of pictures is known. Repeats without end.
    private void WriteAnimation()
    {
        Span<byte> control = stackalloc byte[8];
        BinaryPrimitives.WriteInt32BigEndian(control, _pictures);
        BinaryPrimitives.WriteInt32BigEndian(control[4..], 0);
        PngWriter.WriteChunk(_chunks, "acTL"u8, control);
    }

    // Rounds when each picture begins, not how long it is shown, so that the errors don't add up.
    private void WriteControl(Area area, int frames)
    {
        var delay = FrameTime.Of(_frames + frames, DelayParts) - FrameTime.Of(_frames, DelayParts);
        _frames += frames;
        // The file has 16 bits for it, so a long one is in hundredths.
        var isLong = delay > ushort.MaxValue;
        Span<byte> control = stackalloc byte[26];
        BinaryPrimitives.WriteUInt32BigEndian(control, _sequence++);
        BinaryPrimitives.WriteInt32BigEndian(control[4..], area.Width);
        BinaryPrimitives.WriteInt32BigEndian(control[8..], area.Height);
        BinaryPrimitives.WriteInt32BigEndian(control[12..], area.X);
        BinaryPrimitives.WriteInt32BigEndian(control[16..], area.Y);
        BinaryPrimitives.WriteUInt16BigEndian(control[20..], (ushort)(isLong ? delay / 100 : delay));
        BinaryPrimitives.WriteUInt16BigEndian(control[22..], (ushort)(isLong ? DelayParts / 100 : DelayParts));
        // Keeps what is shown, and replaces the rectangle.
        (control[24], control[25]) = (0, 0);
        PngWriter.WriteChunk(_chunks, "fcTL"u8, control);
    }

    private void WritePicture(Canvas canvas, Area area)
    {
        using var data = new MemoryStream();
        if (_pictures > 0)
        {
            Span<byte> sequence = stackalloc byte[4];
            BinaryPrimitives.WriteUInt32BigEndian(sequence, _sequence++);
            data.Write(sequence);
        }

        using (var lines = new ZLibStream(data, CompressionLevel.Fastest, leaveOpen: true))
        {
            for (var y = area.Y; y < area.Y + area.Height; y++)
                lines.Write(LineOf(canvas, area, y));
        }

        PngWriter.WriteChunk(_chunks, _pictures > 0 ? "fdAT"u8 : "IDAT"u8, data.GetBuffer().AsSpan(0, (int)data.Length));
    }

    private ReadOnlySpan<byte> LineOf(Canvas canvas, Area area, int y)
    {
        var bytes = _line.AsSpan(0, 1 + (3 * area.Width));
        var line = canvas.Line(y).Slice(area.X, area.Width);
        if (y > area.Y && line.SequenceEqual(canvas.Line(y - 1).Slice(area.X, area.Width)))
        {
            bytes.Clear();
            bytes[0] = DifferenceToTheLineAbove;
            return bytes;
        }

        bytes[0] = NoFilter;
        for (var x = 0; x < line.Length; x++)
            (bytes[1 + (3 * x)], bytes[2 + (3 * x)], bytes[3 + (3 * x)]) = ((byte)line[x], (byte)(line[x] >> 8), (byte)(line[x] >> 16));
        return bytes;
    }

    private void Flush()
    {
        file.Write(_chunks.GetBuffer(), 0, (int)_chunks.Length);
        _chunks.SetLength(0);
        _chunks.Position = 0;
    }
}
