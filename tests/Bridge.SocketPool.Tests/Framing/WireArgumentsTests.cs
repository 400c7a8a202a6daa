using System.Text;
using Bridge.SocketPool.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.SocketPool.Tests.Framing;

public sealed class WireArgumentsTests
{
    [Fact]
    public void Written_data_is_valid_and_reads_back_unchanged() => Prop.ForAll<NonNull<string>>(text =>
    {
        var valid = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text.Get));
        var written = new byte[WireLimits.HeaderBytes];
        var length = WireArguments.Encode(valid, written);
        Assert.True(length > 0);
        Assert.True(WireArguments.AreValid([(byte)' ', .. written[..length]]));
        return WireArguments.Decode(written.AsSpan(0, length)) == valid;
    }).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("", "-")]
    [InlineData("-", "%2D")]
    [InlineData("--", "--")]
    [InlineData("a b", "a%20b")]
    [InlineData("100%", "100%25")]
    [InlineData("\n\0\u007F", "%0A%00%7F")]
    [InlineData("é🎮", "%C3%A9%F0%9F%8E%AE")]
    [InlineData("<|END|>", "<|END|>")]
    public void Is_written_as_the_protocol_says(string text, string expected)
    {
        var written = new byte[64];
        Assert.Equal(expected, Encoding.ASCII.GetString(written, 0, WireArguments.Encode(text, written)));
    }

    [Fact]
    public void Does_not_write_past_its_end()
    {
        Assert.Equal(3, WireArguments.Encode("abc", new byte[3]));
        Assert.Equal(-1, WireArguments.Encode("abcd", new byte[3]));
        Assert.Equal(-1, WireArguments.Encode("ab ", new byte[4]));
        Assert.Equal(-1, WireArguments.Encode("-", new byte[2]));
    }
}
