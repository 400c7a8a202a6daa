using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Patches;

namespace Bridge.EndToEnd.Tests.Zoo.Making;

public sealed class PatchWriterTests
{
    private const int Length = 0x20000;

    /// <summary>The offsets where the patched ROM differs, and the number of bytes.</summary>
    public static TheoryData<string, int[]> Changes => new()
    {
        { "nothing", [] },
        { "the first byte", [0, 1] },
        { "the last byte", [Length - 1, 1] },
        { "everything", [0, Length] },
        { "two runs with a byte between them", [100, 3, 104, 5] },
        { "a gap of 128", [0, 1, 129, 1] },
        { "a run as long as an IPS record may be", [16, 0xFFFF] },
        { "a run longer than that", [16, 0x10001] },
    };

    [Theory]
    [MemberData(nameof(Changes))]
    public void A_patch_turns_its_source_into_its_target(string what, int[] runs)
    {
        var (source, target) = Roms(Length, runs);
        Assert.True(target.AsSpan().SequenceEqual(PatchReader.ApplyIps(IpsPatch.Write(source, target), source)), $"IPS: {what}");
        Assert.True(target.AsSpan().SequenceEqual(PatchReader.ApplyUps(UpsPatch.Write(source, target), source)), $"UPS: {what}");
        Assert.True(target.AsSpan().SequenceEqual(PatchReader.ApplyBps(BpsPatch.Write(source, target), source)), $"BPS: {what}");
    }

    [Fact]
    public void An_IPS_record_never_begins_like_the_end()
    {
        const int EndMark = 0x454F46;
        var (source, target) = Roms(EndMark + 16, [EndMark, 4]);
        var patch = IpsPatch.Write(source, target);
        Assert.Equal(patch.Length - 3, patch.AsSpan().IndexOf("EOF"u8));
        Assert.Equal(target, PatchReader.ApplyIps(patch, source));
    }

    [Fact]
    public void UPS_and_BPS_end_with_the_checksums_of_source_target_and_patch()
    {
        var (source, target) = Roms(4096, [7, 20]);
        foreach (var patch in (byte[][])[UpsPatch.Write(source, target), BpsPatch.Write(source, target)])
            Assert.Equal((Crc32(source), Crc32(target), Crc32(patch[..^4])), PatchReader.Checksums(patch));
    }

    [Fact]
    public void ROMs_of_two_lengths_are_refused()
    {
        Assert.Throws<ArgumentException>(() => IpsPatch.Write(new byte[2], new byte[3]));
        Assert.Throws<ArgumentException>(() => UpsPatch.Write(new byte[2], new byte[3]));
        Assert.Throws<ArgumentException>(() => BpsPatch.Write(new byte[2], new byte[3]));
    }

    private static uint Crc32(byte[] bytes) => new ZooFile("", bytes).Crc32();

    private static (byte[] Source, byte[] Target) Roms(int length, int[] runs)
    {
        var source = new byte[length];
        new Random(28).NextBytes(source);
        var target = source.ToArray();
        foreach (var run in runs.Chunk(2))
        {
            foreach (ref var value in target.AsSpan(run[0], run[1]))
                value = (byte)~value;
        }

        return (source, target);
    }
}
