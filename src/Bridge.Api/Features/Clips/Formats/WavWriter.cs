using System.Buffers.Binary;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Writes the sound of a clip as a WAV of 16-bit PCM (Multimedia Programming Interface, "RIFF WAVE").</summary>
internal sealed class WavWriter : ClipWriter
{
    private const int HeaderBytes = 44;
    private readonly Stream _file;
    private long _bytes;

    public WavWriter(Stream file)
    {
        _file = file;
        file.Write(Header(0));
    }

    /// <summary>The samples a second.</summary>
    public const int Rate = 32768;

    /// <summary>The bytes of a sample: left and right, 16 bits each.</summary>
    public const int SampleBytes = 4;

    /// <summary>Returns the header of a file.</summary>
    /// <param name="bytes">The bytes of samples; <see cref="uint.MaxValue"/> for a stream without end.</param>
    public static byte[] Header(uint bytes)
    {
        var header = new byte[HeaderBytes];
        "RIFF"u8.CopyTo(header);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(4), bytes > uint.MaxValue - HeaderBytes ? bytes : bytes + HeaderBytes - 8);
        "WAVEfmt "u8.CopyTo(header.AsSpan(8));
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(16), 16); // bytes of the format, which follows
        BinaryPrimitives.WriteInt16LittleEndian(header.AsSpan(20), 1); // PCM
        BinaryPrimitives.WriteInt16LittleEndian(header.AsSpan(22), 2); // channels
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(24), Rate);
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(28), Rate * SampleBytes);
        BinaryPrimitives.WriteInt16LittleEndian(header.AsSpan(32), SampleBytes);
        BinaryPrimitives.WriteInt16LittleEndian(header.AsSpan(34), 16); // bits of a channel
        "data"u8.CopyTo(header.AsSpan(36));
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(40), bytes);
        return header;
    }

    public override async ValueTask AddSoundAsync(ReadOnlyMemory<byte> samples, CancellationToken cancellationToken)
    {
        await _file.WriteAsync(samples, cancellationToken);
        _bytes += samples.Length;
    }

    public override ValueTask FinishAsync(CancellationToken cancellationToken)
    {
        _file.Position = 0;
        return _file.WriteAsync(Header((uint)_bytes), cancellationToken);
    }

    public override ValueTask DisposeAsync() => _file.DisposeAsync();
}
