using Bridge.Api.Features.Clips.Formats;

namespace Bridge.Api.Tests.Features.Clips.Formats;

public sealed class WavWriterTests
{
    [Fact]
    public async Task A_file_has_the_sizes_of_its_samples()
    {
        using var file = new MemoryStream();
        await using var writer = new WavWriter(file);
        await writer.AddSoundAsync(new byte[] { 1, 2, 3, 4 }, CancellationToken.None);
        await writer.AddSoundAsync(new byte[] { 5, 6, 7, 8 }, CancellationToken.None);
        await writer.FinishAsync(CancellationToken.None);
        Assert.Equal(
            "52494646" + "2C000000" + "57415645" + "666D7420" + "10000000" + "0100" + "0200" + "00800000" + "00000200" + "0400" + "1000"
            + "64617461" + "08000000" + "0102030405060708",
            Convert.ToHexString(file.ToArray()));
    }

    [Fact]
    public void A_stream_without_end_has_the_largest_sizes()
    {
        var header = WavWriter.Header(uint.MaxValue);
        Assert.Equal("FFFFFFFF", Convert.ToHexString(header.AsSpan(4, 4)));
        Assert.Equal("FFFFFFFF", Convert.ToHexString(header.AsSpan(40, 4)));
    }
}
