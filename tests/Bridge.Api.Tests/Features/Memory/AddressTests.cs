namespace Bridge.Api.Tests.Features.Memory;

public sealed class AddressTests(RefusingBridge bridge)
{
    private static string Path(string address) => $"/emulators/default/memory/{Uri.EscapeDataString(address)}";

    [Theory]
    [InlineData("!")]
    [InlineData("0x")]
    [InlineData("$")]
    [InlineData("0xG")]
    [InlineData("$-1")]
    [InlineData("-1")]
    [InlineData("+1")]
    [InlineData("1.5")]
    [InlineData("1e3")]
    [InlineData(" 1")]
    [InlineData("1 ")]
    [InlineData("0x 1")]
    [InlineData("02000000h")]
    [InlineData("0x100000000")]
    [InlineData("4294967296")]
    [InlineData("[0x02000008]+")]
    [InlineData("١")]
    public async Task A_malformed_address_is_refused(string address)
    {
        var read = await bridge.RefusesAsync("GET", Path(address));
        read.Is(400, "invalid-parameter", "address", $"\"{address}\"", "0x02000000, $02000000 or 33554432");
        var write = await bridge.RefusesAsync("PUT", Path(address), """{"value": 1}""");
        Assert.Equal(read with { Headers = write.Headers }, write);
    }
}
