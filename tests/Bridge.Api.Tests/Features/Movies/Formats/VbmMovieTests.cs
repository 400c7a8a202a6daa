using System.Buffers.Binary;
using System.IO.Compression;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Tests.Features.Movies.Formats;

public sealed class VbmMovieTests
{
    private static readonly byte[] Save = [.. Enumerable.Range(0, 100).Select(i => (byte)i)];

    [Fact]
    public void Inputs_and_resets_are_read()
    {
        var movie = MovieFile.Read(Vbm([0x001, 0x001, 0x801, 0x3FF, 0x400]), MovieSamples.Game);
        Assert.Equal((5, MovieHeader.FromVbm), (movie.Header.Frames, movie.Header.Source));
        Assert.Equal(
            [
                new KeysLine(0, MoviePhase.Between, 1), new ResetLine(2), new KeysLine(3, MoviePhase.Between, 0x3FF), new ResetLine(4),
                new KeysLine(4, MoviePhase.Between, 0),
            ], movie.Lines);
        Assert.Single(movie.Header.Notes);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Save_memory_at_the_start_is_read(bool isPacked)
    {
        var movie = MovieFile.Read(Vbm([1, 2], start: 2, save: isPacked ? Pack(Save) : Save), MovieSamples.Game);
        Assert.Equal(Save, movie.Start.Bytes);
        Assert.Equal(2, movie.Header.Frames);
    }

    [Fact]
    public void Only_the_first_controller_counts_and_differences_are_told()
    {
        var bytes = Vbm([1, 0x20, 2, 0x20]);
        // Two frames with two controllers, on a Game Boy, with a BIOS and the real time.
        (bytes[0xC], bytes[0x15], bytes[0x16], bytes[0x17]) = (2, 3, 2, 5);
        "OTHER"u8.CopyTo(bytes.AsSpan(0x24));
        // The motion sensor in the first input.
        bytes[0x100 + 1] = 0x10;
        var movie = MovieFile.Read(bytes, MovieSamples.GameBoy);

        Assert.Equal([new KeysLine(0, MoviePhase.Between, 1), new KeysLine(1, MoviePhase.Between, 2)], movie.Lines);
        Assert.Contains("The movie names the game \"OTHERNTEST\"; this one is \"BUTTONTEST\".", movie.Header.Notes);
        Assert.Contains("The bridge ignores the other controllers.", movie.Header.Notes);
        Assert.Contains("The bridge ignores the motion sensor.", movie.Header.Notes);
        Assert.Contains(movie.Header.Notes, note => note.Contains("BIOS", StringComparison.Ordinal));
        Assert.Contains(movie.Header.Notes, note => note.Contains("real time", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(4, 2, "The .vbm must have the version 1; got 2.")]
    [InlineData(0x14, 1, "starts from a state of VisualBoyAdvance")]
    [InlineData(0x14, 3, "which is invalid")]
    [InlineData(0x15, 2, "no input of the first controller")]
    [InlineData(0x16, 2, "The .vbm is for the GB; this game is for the GBA.")]
    [InlineData(0xC, 200, "ends before the end of the input of 200 frames")]
    [InlineData(0xF, 0x77, "must have at most 100000000 frames")]
    [InlineData(0x3F, 0xFF, "ends before the end of the input of 2 frames")]
    public void A_movie_that_cannot_be_played_is_refused(int offset, byte value, string sentence)
    {
        var bytes = Vbm([1, 2]);
        bytes[offset] = value;
        Refuses(sentence, bytes);
    }

    [Fact]
    public void Save_memory_that_is_damaged_or_too_long_is_refused()
    {
        Refuses("ends before the end of its header", Vbm([])[..63]);
        Refuses("must have at most 135168 bytes", Vbm([1], start: 2, save: new byte[135_169]));
        Refuses("must have at most 135168 bytes", Vbm([1], start: 2, save: Pack(new byte[64 << 20])));
        Refuses("can't be unpacked", Vbm([1], start: 2, save: [0x1F, 0x8B, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
        Refuses("ends before the end of its save memory", Vbm([1], start: 2));
    }

    private static void Refuses(string sentence, byte[] bytes) => Assert.Contains(sentence,
        Assert.Throws<MovieFormatException>(() => MovieFile.Read(bytes, MovieSamples.Game)).Message, StringComparison.Ordinal);

    // Offsets in the file: 4 version, 0xC frames, 0x14 flags of the start (1 a state, 2 save memory), 0x15 flags of the controllers,
    // 0x16 flags of the console (1: GBA), 0x17 options, 0x24 title, 0x38 and 0x3C the offsets of save memory and inputs.
    private static byte[] Vbm(ushort[] inputs, byte start = 0, byte[]? save = null)
    {
        var at = 0x100 + (save?.Length ?? 0);
        var bytes = new byte[at + (2 * inputs.Length)];
        "VBM\u001A\u0001"u8.CopyTo(bytes);
        bytes[0xC] = (byte)inputs.Length;
        (bytes[0x14], bytes[0x15], bytes[0x16]) = (start, 1, 1);
        "BUTTONTEST"u8.CopyTo(bytes.AsSpan(0x24));
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(0x38), 0x100);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(0x3C), (uint)at);
        save?.CopyTo(bytes, 0x100);
        for (var i = 0; i < inputs.Length; i++)
            BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(at + (2 * i)), inputs[i]);
        return bytes;
    }

    private static byte[] Pack(byte[] bytes)
    {
        using var stream = new MemoryStream();
        using (var packed = new GZipStream(stream, CompressionLevel.Optimal))
            packed.Write(bytes);
        return stream.ToArray();
    }
}
