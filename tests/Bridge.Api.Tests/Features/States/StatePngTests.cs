using System.Buffers.Binary;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.States;
using Bridge.Testing.States;

namespace Bridge.Api.Tests.Features.States;

/// <remarks>The end-to-end test PngStateTests uses PNGs from a real mGBA.</remarks>
public sealed class StatePngTests
{
    private static readonly byte[] SaveMemory = Noise(32768), Cheats = [.. "# infinite\n"u8], Clock = new byte[16];

    private static byte[] Noise(int length)
    {
        var noise = new byte[length];
        new Random(length).NextBytes(noise);
        return noise;
    }

    private static List<PngChunk> Chunks(int machineBytes = RawState.GbaBytes, int width = 24, int height = 16)
    {
        using var picture = new Picture(width, height, frame: 0);
        new Random(1).NextBytes(picture.Rgb);
        var chunks = PngChunk.Read(PngWriter.Write(picture, 1).ToArray());
        chunks.InsertRange(chunks.Count - 1,
        [
            new PngChunk("gbAs", PngChunk.Deflate(Noise(machineBytes))), PngChunk.Attachment(RawState.SaveMemory, SaveMemory),
            PngChunk.Attachment(RawState.Cheats, Cheats), PngChunk.Attachment(RawState.Clock, Clock),
        ]);
        return chunks;
    }

    [Theory]
    [InlineData(RawState.GbaBytes)]
    [InlineData(RawState.GameBoyBytes)]
    public void Machine_attachments_and_picture_are_unpacked(int machineBytes)
    {
        var png = PngChunk.Write(Chunks(machineBytes));
        var bytes = StatePng.Unpack(png).ToArray();
        var state = RawState.Read(bytes, machineBytes);

        Assert.Equal(Noise(machineBytes), state.Machine);
        Assert.Equal([RawState.Picture, RawState.SaveMemory, RawState.Cheats, RawState.Clock], state.Attached.Select(item => item.Tag));
        Assert.Equal(SaveMemory, state[RawState.SaveMemory]);
        Assert.Equal(Cheats, state[RawState.Cheats]);
        using var picture = PngReader.Read(png, frame: 0);
        using var kept = Picture.FromPixels(state[RawState.Picture], 24, 16, frame: 0);
        Assert.True(kept.ShowsTheSameAs(picture));
        Assert.Equal(bytes, state.ToBytes());
    }

    [Theory]
    [InlineData(RawState.GbaBytes, 0x1FC, "Frame counter\070", 70u)]
    [InlineData(RawState.GameBoyBytes, 0xC8, "Frame counter\04294967295", uint.MaxValue)]
    [InlineData(RawState.GbaBytes, 0x1FC, "Frame counter\04294967296", null)]
    [InlineData(RawState.GbaBytes, 0x1FC, "Frame counter\0", null)]
    [InlineData(RawState.GbaBytes, 0x1FC, "Comment\070", null)]
    public void The_metadata_of_the_script_corrects_the_frame_counter(int machineBytes, int counterAt, string text, uint? counter)
    {
        var chunks = Chunks(machineBytes);
        Attach(chunks, new PngChunk("tEXt", Encoding.Latin1.GetBytes(text)));
        var expected = Noise(machineBytes);
        if (counter is { } number)
            BinaryPrimitives.WriteUInt32LittleEndian(expected.AsSpan(counterAt), number);
        Assert.Equal(expected, RawState.Read(StatePng.Unpack(PngChunk.Write(chunks)).Span, machineBytes).Machine);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(RawState.GbaBytes)]
    public void Bytes_that_are_not_a_PNG_are_unchanged(int length)
    {
        var state = Noise(length);
        Assert.Equal(state, StatePng.Unpack(state).ToArray());
    }

    [Theory]
    [InlineData(RawState.GbaBytes, 240, 160)]
    [InlineData(RawState.GameBoyBytes, 160, 144)]
    [InlineData(RawState.GameBoyBytes, 256, 224)]
    public void A_packed_state_is_unpacked_again(int machineBytes, int width, int height)
    {
        var state = Pictured(machineBytes, 4 * width * height);
        var png = StatePng.Pack(state.ToBytes());
        using var picture = PngReader.Read(png, frame: 0);
        Assert.Equal((width, height), (picture.Width, picture.Height));
        var again = RawState.Read(StatePng.Unpack(png).Span, machineBytes);
        Assert.Equal(state.Machine, again.Machine);
        Assert.Equal([RawState.Picture, RawState.SaveMemory, RawState.Clock], again.Attached.Select(item => item.Tag));
        Assert.Equal(SaveMemory, again[RawState.SaveMemory]);
        Assert.Equal(Clock, again[RawState.Clock]);
        using var kept = Picture.FromPixels(again[RawState.Picture], width, height, frame: 0);
        Assert.True(kept.ShowsTheSameAs(picture));
        Assert.Equal(png.ToArray(), StatePng.Pack(png).ToArray());
    }

    [Fact]
    public void A_state_without_its_picture_or_its_end_is_not_packed()
    {
        var (state, odd) = (Pictured(RawState.GbaBytes, 4 * 240 * 160), Pictured(RawState.GbaBytes, 400));
        var bare = state with { Attached = [.. state.Attached.Where(item => item.Tag != RawState.Picture)] };
        foreach (var bytes in (byte[][])[bare.ToBytes(), odd.ToBytes(), state.ToBytes()[..^1], state.Machine, []])
            Assert.Equal(EmulatorFailure.ProtocolError, Assert.Throws<EmulatorException>(() => StatePng.Pack(bytes)).Failure);
    }

    private static RawState Pictured(int machineBytes, int pictureBytes)
    {
        var machine = Noise(machineBytes);
        machine[3] = (byte)(machineBytes == RawState.GbaBytes ? 1 : 0); // the upper byte of mGBA's magic number
        return new RawState(machine,
            [(RawState.SaveMemory, SaveMemory), (RawState.Clock, Clock), (RawState.Picture, Noise(pictureBytes))]);
    }

    public static TheoryData<string> Damages => [.. Damaged.Keys];

    private static readonly Dictionary<string, (Action<List<PngChunk>> Change, string Sentence)> Damaged = new()
    {
        ["no machine"] = (chunks => chunks.RemoveAt(IndexOf(chunks, "gbAs")), "it has no state."),
        ["two machines"] = (chunks => chunks.Insert(2, chunks[IndexOf(chunks, "gbAs")]), "it has more than one state."),
        ["a machine a byte short"] = (chunks => SetMachine(chunks, Noise(RawState.GbaBytes - 1)),
            "its state has 397,311 bytes; a GBA's has 397,312, a Game Boy's 71,680."),
        ["a machine a byte long"] = (chunks => SetMachine(chunks, Noise(RawState.GbaBytes + 1)),
            "its state unpacks to more than 397,312 bytes."),
        ["a machine that unpacks to 64 MiB"] = (chunks => SetMachine(chunks, new byte[64 << 20]),
            "its state unpacks to more than 397,312 bytes."),
        ["a machine that is no zlib"] = (chunks => chunks[IndexOf(chunks, "gbAs")] = new PngChunk("gbAs", Noise(300)),
            "its state can't be unpacked."),
        ["a machine of nothing"] = (chunks => chunks[IndexOf(chunks, "gbAs")] = new PngChunk("gbAs", []),
            "its state has 0 bytes; a GBA's has 397,312, a Game Boy's 71,680."),
        ["738 MB of the clock"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.MadeBy, 0x2C010000, Noise(300))),
            "the attachment with tag 258 declares 738,263,040 bytes; a state has at most 2,097,152 in total."),
        ["a negative size"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.MadeBy, -1, PngChunk.Deflate([]))),
            "the attachment with tag 258 declares 4,294,967,295 bytes; a state has at most 2,097,152 in total."),
        ["attachments of more than 2 MiB in all"] = (Overfill,
            "the attachment with tag 258 declares 1,048,577 bytes; a state has at most 2,097,152 in total."),
        ["a claim of a byte more"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.MadeBy, 6, PngChunk.Deflate([.. "mGBA\0"u8]))),
            "the attachment with tag 258 declares 6 bytes but unpacks to 5."),
        ["a claim of a byte less"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.MadeBy, 4, PngChunk.Deflate([.. "mGBA\0"u8]))),
            "the attachment with tag 258 unpacks to more than 4 bytes."),
        ["an attachment that is no zlib"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.MadeBy, 300, Noise(300))),
            "the attachment with tag 258 can't be unpacked."),
        ["an attachment that is cut off"] = (chunks => Attach(chunks, new PngChunk("gbAx", new byte[7])), "an attachment is truncated."),
        ["a tag twice"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.Clock, Clock)),
            "it has the attachment with tag 4 twice."),
        ["an unknown tag"] = (chunks => Attach(chunks, PngChunk.Attachment(5, [])), "an attachment has the unknown tag 5."),
        ["a tag of nothing"] = (chunks => Attach(chunks, PngChunk.Attachment(0, [])), "an attachment has the unknown tag 0."),
        ["a second picture"] = (chunks => Attach(chunks, PngChunk.Attachment(RawState.Picture, [])),
            "an attachment has the unknown tag 1."),
        ["a state before the header"] = (chunks => chunks.Insert(0, new PngChunk("gbAx", [])), "its header is not its first chunk."),
        ["two headers"] = (chunks => chunks.Insert(1, chunks[0]), "its header is not its first chunk."),
        ["no end"] = (chunks => chunks.RemoveAt(chunks.Count - 1), "it is truncated."),
        ["no picture"] = (chunks => chunks.RemoveAt(IndexOf(chunks, "IDAT")), "mGBA does not write pictures of this kind."),
        ["a picture of 2 GiB"] = (chunks => chunks[0] = new PngChunk("IHDR", [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]),
            "mGBA does not write pictures of this kind."),
        ["a header of nothing"] = (chunks => chunks[0] = new PngChunk("IHDR", []), "mGBA does not write pictures of this kind."),
    };

    [Theory]
    [MemberData(nameof(Damages))]
    public void A_damaged_PNG_is_refused_with_a_reason(string damage)
    {
        var chunks = Chunks();
        Damaged[damage].Change(chunks);
        AssertRefused(PngChunk.Write(chunks), Damaged[damage].Sentence);
    }

    [Fact]
    public void A_picture_that_is_too_large_is_refused()
    {
        var chunks = Chunks(width: 1000, height: 1000);
        AssertRefused(PngChunk.Write(chunks), "it unpacks to 4,430,187 bytes; a state has at most 2,097,152.");
    }

    [Fact]
    public void Bytes_past_its_end_are_refused() => AssertRefused([.. PngChunk.Write(Chunks()), 1, 2], "2 bytes follow its end.");

    [Fact]
    public void Each_missing_byte_is_detected()
    {
        var png = PngChunk.Write(Chunks(RawState.GameBoyBytes));
        for (var length = 8; length < png.Length; length += 97)
            AssertRefused(png[..length], "it is truncated.");
    }

    [Fact]
    public void The_checksum_of_each_chunk_is_checked()
    {
        var good = PngChunk.Write(Chunks());
        var at = 8;
        foreach (var chunk in Chunks())
        {
            var png = good.ToArray();
            png[at + 8 + chunk.Data.Length] ^= 1;
            AssertRefused(png, "the checksum of one of its chunks is wrong.");
            at += chunk.Data.Length + 12;
        }

        Assert.Equal(good.Length, at);
    }

    private static void AssertRefused(byte[] png, string sentence)
    {
        var refused = Assert.Throws<RequestException>(() => StatePng.Unpack(png));
        Assert.Equal((ProblemTypes.RefusedState, $"The state is a PNG, and {sentence}"), (refused.Type, refused.Message));
    }

    private static int IndexOf(List<PngChunk> chunks, string type) => chunks.FindIndex(chunk => chunk.Type == type);

    private static void SetMachine(List<PngChunk> chunks, byte[] machine) =>
        chunks[IndexOf(chunks, "gbAs")] = new PngChunk("gbAs", PngChunk.Deflate(machine));

    private static void Attach(List<PngChunk> chunks, PngChunk attachment) => chunks.Insert(chunks.Count - 1, attachment);

    private static void Overfill(List<PngChunk> chunks)
    {
        Attach(chunks, PngChunk.Attachment(RawState.MadeAt, new byte[1 << 20]));
        Attach(chunks, PngChunk.Attachment(RawState.MadeBy, new byte[(1 << 20) + 1]));
    }
}
