using System.Buffers.Binary;
using System.Numerics;
using Bridge.Api.Features.Clips.Drawing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>
/// Writes a GIF (GIF89a specification). Each picture has only what changed, in colors of its own, so that it is exact as long as at most
/// 255 colors change at a time. Beyond that, the rarest ones become the nearest of the others.
/// </summary>
internal sealed class GifWriter(Stream file) : ClipWriter
{
    // Of a second: the unit of delays.
    private const int Hundredths = 100;
    private const byte Extension = 0x21, PictureBegin = 0x2C, Trailer = 0x3B;

    private readonly GifPalette _palette = new();
    private readonly LzwCompressor _compressor = new();
    private Canvas? _shown;
    private byte[] _indices = [];

    // Of all pictures so far.
    private long _frames;
    private int _reduced;

    public override int ReducedPictures => _reduced;

    public override ValueTask AddPictureAsync(Canvas canvas, int frames, CancellationToken cancellationToken)
    {
        var isFirst = _shown is null;
        if (_shown is null)
            Begin(canvas);
        // A picture has at least one pixel, even if none has changed.
        var area = isFirst ? new Area(0, 0, canvas.Width, canvas.Height) : _shown!.FindDifference(canvas) ?? new Area(0, 0, 1, 1);
        Choose(canvas, area, isFirst);
        WriteDelay(frames);
        WritePicture(canvas, area, isFirst);
        return ValueTask.CompletedTask;
    }

    public override ValueTask FinishAsync(CancellationToken cancellationToken)
    {
        file.WriteByte(Trailer);
        return ValueTask.CompletedTask;
    }

    public override ValueTask DisposeAsync() => file.DisposeAsync();

    private void Begin(Canvas canvas)
    {
        _shown = new Canvas(canvas.Width, canvas.Height);
        _indices = new byte[canvas.Width * canvas.Height];
        Span<byte> screen = stackalloc byte[7];
        BinaryPrimitives.WriteUInt16LittleEndian(screen, (ushort)canvas.Width);
        BinaryPrimitives.WriteUInt16LittleEndian(screen[2..], (ushort)canvas.Height);
        file.Write("GIF89a"u8);
        file.Write(screen);
        // Repeats without end.
        file.Write([Extension, 0xFF, 11]);
        file.Write("NETSCAPE2.0"u8);
        file.Write([3, 1, 0, 0, 0]);
    }

    private void Choose(Canvas canvas, Area area, bool isFirst)
    {
        _palette.Clear();
        for (var y = area.Y; y < area.Y + area.Height; y++)
        {
            var line = canvas.Line(y);
            var shown = _shown!.Line(y);
            for (var x = area.X; x < area.X + area.Width; x++)
            {
                if (isFirst || line[x] != shown[x])
                    _palette.Count(line[x]);
            }
        }

        _palette.Choose();
        _reduced += _palette.IsReduced ? 1 : 0;
    }

    // Rounds when each picture begins, not how long it is shown, so that the errors don't add up.
    private void WriteDelay(int frames)
    {
        var delay = FrameTime.Of(_frames + frames, Hundredths) - FrameTime.Of(_frames, Hundredths);
        _frames += frames;
        const byte keepWithTransparency = 1 << 2 | 1;
        Span<byte> control = [Extension, 0xF9, 4, keepWithTransparency, 0, 0, 0, 0];
        BinaryPrimitives.WriteUInt16LittleEndian(control[4..], (ushort)Math.Min(delay, ushort.MaxValue));
        file.Write(control);
    }

    private void WritePicture(Canvas canvas, Area area, bool isFirst)
    {
        // Enough for the transparent index and all colors; GIF has at least 2.
        var bits = Math.Max(2, BitOperations.Log2((uint)_palette.Colors.Count) + 1);
        Span<byte> head = stackalloc byte[10];
        head[0] = PictureBegin;
        BinaryPrimitives.WriteUInt16LittleEndian(head[1..], (ushort)area.X);
        BinaryPrimitives.WriteUInt16LittleEndian(head[3..], (ushort)area.Y);
        BinaryPrimitives.WriteUInt16LittleEndian(head[5..], (ushort)area.Width);
        BinaryPrimitives.WriteUInt16LittleEndian(head[7..], (ushort)area.Height);
        // The flag of a color table that follows, and its size.
        head[9] = (byte)(0x80 | (bits - 1));
        file.Write(head);
        WriteColors(1 << bits);
        _compressor.Compress(TakeIndices(canvas, area, isFirst), bits, file);
    }

    private void WriteColors(int count)
    {
        Span<byte> table = stackalloc byte[3 * 256];
        table.Clear();
        for (var i = 0; i < _palette.Colors.Count; i++)
        {
            var color = _palette.Colors[i];
            (table[3 * (i + 1)], table[(3 * (i + 1)) + 1], table[(3 * (i + 1)) + 2]) =
                ((byte)color, (byte)(color >> 8), (byte)(color >> 16));
        }

        file.Write(table[..(3 * count)]);
    }

    // Also remembers what a viewer sees then.
    private ReadOnlySpan<byte> TakeIndices(Canvas canvas, Area area, bool isFirst)
    {
        var at = 0;
        for (var y = area.Y; y < area.Y + area.Height; y++)
        {
            var line = canvas.Line(y);
            var shown = _shown!.Line(y);
            for (var x = area.X; x < area.X + area.Width; x++)
            {
                if (!isFirst && line[x] == shown[x])
                {
                    _indices[at++] = 0;
                    continue;
                }

                var index = _palette.IndexOf(line[x]);
                _indices[at++] = index;
                shown[x] = _palette.Colors[index - 1];
            }
        }

        return _indices.AsSpan(0, at);
    }
}
