namespace Bridge.Api.Tests.Features.Memory;

public sealed class MemoryParameterTests(RefusingBridge bridge)
{
    private const string Memory = "/emulators/default/memory/0x02000000";

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("1048577")]
    [InlineData("99999999999999999999")]
    [InlineData("ten")]
    [InlineData("0x10")]
    [InlineData("1.0")]
    [InlineData("")]
    public async Task A_length_out_of_range_is_refused(string length) =>
        (await bridge.RefusesAsync("GET", $"{Memory}?length={length}"))
            .Is(400, "invalid-parameter", "length", $"\"{length}\"", "1 to 1048576");

    [Theory]
    [InlineData("u64")]
    [InlineData("float")]
    [InlineData("")]
    [InlineData("u8,u16")]
    public async Task An_unknown_type_is_refused(string type)
    {
        (await bridge.RefusesAsync("GET", $"{Memory}?type={type}"))
            .Is(400, "invalid-parameter", "type", $"\"{type}\"", "u8, u16, u32, i8, i16, i32");
        (await bridge.RefusesAsync("PUT", Memory, $$"""{"value": 1, "type": "{{type}}"}"""))
            .Is(400, "invalid-parameter", "type", $"\"{type}\"", "u8, u16, u32, i8, i16, i32");
    }

    [Fact]
    public async Task A_type_together_with_a_length_is_refused() =>
        (await bridge.RefusesAsync("GET", $"{Memory}?type=u8&length=4")).Is(400, "invalid-parameter", "length", "type", "length");

    [Theory]
    [InlineData("u8", "-1", "0 to 255")]
    [InlineData("u8", "256", "0 to 255")]
    [InlineData("u16", "-1", "0 to 65535")]
    [InlineData("u16", "65536", "0 to 65535")]
    [InlineData("u32", "-1", "0 to 4294967295")]
    [InlineData("u32", "4294967296", "0 to 4294967295")]
    [InlineData("i8", "-129", "-128 to 127")]
    [InlineData("i8", "128", "-128 to 127")]
    [InlineData("i16", "-32769", "-32768 to 32767")]
    [InlineData("i16", "32768", "-32768 to 32767")]
    [InlineData("i32", "-2147483649", "-2147483648 to 2147483647")]
    [InlineData("i32", "2147483648", "-2147483648 to 2147483647")]
    public async Task A_value_that_its_type_cannot_hold_is_refused(string type, string value, string range) =>
        (await bridge.RefusesAsync("PUT", Memory, $$"""{"value": {{value}}, "type": "{{type}}"}"""))
            .Is(400, "invalid-parameter", "value", value, range, type);

    [Fact]
    public async Task A_value_without_a_type_is_a_byte() =>
        (await bridge.RefusesAsync("PUT", Memory, """{"value": 256}""")).Is(400, "invalid-parameter", "value", "0 to 255 for u8");

    [Theory]
    [InlineData("")]
    [InlineData("w ram")]
    [InlineData("wram:0")]
    [InlineData("123456789012345678901234567890123")]
    public async Task A_malformed_domain_is_refused(string domain) =>
        (await bridge.RefusesAsync("GET", $"{Memory}?domain={Uri.EscapeDataString(domain)}"))
            .Is(400, "invalid-parameter", "domain", $"\"{domain}\"", "32 letters and digits");
}
