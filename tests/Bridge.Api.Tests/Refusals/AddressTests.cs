namespace Bridge.Api.Tests.Refusals;

public sealed class AddressTests(RefusingBridge bridge)
{
    private static string Path(string address) => $"/emulators/default/memory/{Uri.EscapeDataString(address)}";

    [Theory]
    [InlineData("x")]
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

    [Theory]
    [InlineData("0x10000000", "u8")]
    [InlineData("0xFFFFFFFF", "u8")]
    [InlineData("268435456", "u8")]
    [InlineData("$0FFFFFFF", "u16")]
    [InlineData("0x0FFFFFFD", "i32")]
    public async Task An_address_beyond_the_bus_of_a_GBA_is_refused(string address, string type)
    {
        var problem = await bridge.RefusesAsync("GET", Path(address) + $"?type={type}");
        problem.Is(400, "out-of-range", "address", "GBA", "0x0FFFFFFF");
        problem = await bridge.RefusesAsync("PUT", Path(address), $$"""{"value": 1, "type": "{{type}}"}""");
        problem.Is(400, "out-of-range", "address", "GBA", "0x0FFFFFFF");
    }

    [Theory]
    [InlineData("0x10000", "type=u8")]
    [InlineData("0xFFFF", "type=u16")]
    [InlineData("0xFFFD", "length=4")]
    [InlineData("0x02000000", "length=1")]
    public async Task An_address_beyond_the_bus_of_a_Game_Boy_is_refused(string address, string query) =>
        (await bridge.RefusesAsync("GET", $"/emulators/pocket/memory/{address}?{query}"))
            .Is(400, "out-of-range", "address", "GB", "0x0000FFFF");

    [Theory]
    [InlineData("0x0FFFFFFF", 2)]
    [InlineData("0x0FF00001", 1_048_576)]
    public async Task A_range_that_crosses_the_end_of_the_bus_is_refused(string address, int length) =>
        (await bridge.RefusesAsync("GET", Path(address) + $"?length={length}"))
            .Is(400, "out-of-range", "address", $"{length}", "0x0FFFFFFF");

    [Fact]
    public async Task Raw_bytes_that_cross_the_end_of_the_bus_are_refused()
    {
        using var content = new ByteArrayContent(new byte[2]) { Headers = { { "Content-Type", "application/octet-stream" } } };
        using var response = await bridge.Client.PutAsync(Path("0x0FFFFFFF"), content);
        (await bridge.RefusesAsync(response)).Is(400, "out-of-range", "address", "2 bytes");
    }
}
