using Bridge.Api.Features.Memory;

namespace Bridge.Api.Tests.Features.Memory;

public sealed class MemorySearchTests(RefusingBridge bridge)
{
    private const string Search = "/emulators/default/memory/search";

    private static readonly string[] Members = ["\"address\": \"0x02000000\"",
        "\"length\": 64", "\"type\": \"u16\"", "\"is\": \"eq\"", "\"value\": 3"];

    // A first search that is valid except for one member.
    private static string First(string without, string with) => "{" + string.Join(", ",
        Members.Where(member => !member.StartsWith($"\"{without}\"", StringComparison.Ordinal)).Concat(with.Length == 0 ? [] : [with]))
        + "}";

    [Theory]
    [InlineData("address")]
    [InlineData("length")]
    [InlineData("type")]
    [InlineData("is")]
    [InlineData("value")]
    public async Task A_missing_member_is_named(string parameter) =>
        (await bridge.RefusesAsync("POST", Search, First(parameter, "")))
            .Is(400, "missing-parameter", parameter, $"{parameter} is required");

    [Theory]
    [InlineData("address", "\"0x\"", "0xFFFFFFFF")]
    [InlineData("address", "\"!\"", "0xFFFFFFFF")]
    [InlineData("length", "0", "2 to 1048576")]
    [InlineData("length", "1", "2 to 1048576")]
    [InlineData("length", "-64", "2 to 1048576")]
    [InlineData("length", "1048577", "2 to 1048576")]
    [InlineData("type", "\"u64\"", "u8, u16, u32, i8, i16, i32")]
    [InlineData("is", "\"equal\"", "eq, ne, lt, le, gt, ge, changed, unchanged, increased, decreased, any")]
    [InlineData("is", "\"\"", "eq, ne")]
    [InlineData("is", "\"increased\"", "one of any, eq, ne, lt, le, gt, ge in a first search")]
    [InlineData("value", "65536", "0 to 65535 for u16")]
    [InlineData("value", "-1", "0 to 65535 for u16")]
    [InlineData("domain", "\"w ram\"", "32 letters and digits")]
    [InlineData("limit", "-1", "0 to 4096")]
    [InlineData("limit", "4097", "0 to 4096")]
    public async Task A_first_search_with_an_invalid_member_is_refused(string parameter, string value, string accepted) =>
        (await bridge.RefusesAsync("POST", Search, First(parameter, $"\"{parameter}\": {value}")))
            .Is(400, "invalid-parameter", parameter, accepted);

    [Fact]
    public async Task A_value_without_a_comparison_is_refused() =>
        (await bridge.RefusesAsync("POST", Search, First("is", "\"is\": \"any\"")))
            .Is(400, "invalid-parameter", "value", "any takes no value");

    [Theory]
    [InlineData("address", "\"0x02000000\"")]
    [InlineData("length", "64")]
    [InlineData("domain", "\"wram\"")]
    [InlineData("type", "\"u16\"")]
    [InlineData("aligned", "true")]
    public async Task Members_that_belong_to_the_first_search_are_refused_later(string parameter, string value) =>
        (await bridge.RefusesAsync("POST", Search, $$"""{"id": 1, "is": "changed", "{{parameter}}": {{value}}}"""))
            .Is(400, "invalid-parameter", parameter, $"{parameter} can't be combined with id");

    [Fact]
    public async Task An_unknown_search_is_not_found()
    {
        (await bridge.RefusesAsync("POST", Search, """{"id": 77, "is": "changed"}"""))
            .Is(404, "unknown-search", "id", "default has no search 77", "10 minutes");
        (await bridge.RefusesAsync("DELETE", $"{Search}/77")).Is(404, "unknown-search", "id", "default has no search 77");
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("first")]
    [InlineData("99999999999")]
    public async Task An_invalid_id_is_refused(string id) =>
        (await bridge.RefusesAsync("DELETE", $"{Search}/{id}")).Is(400, "invalid-parameter", "id", $"\"{id}\"", "1 to 2147483647");

    [Theory]
    [InlineData("""{"is": "eq", "adress": "0x02000000"}""", "adress")]
    [InlineData("""{"id": "1", "is": "changed"}""", "id")]
    [InlineData("""{"id": 1, "is": "eq", "value": 1.5}""", "value")]
    [InlineData("""{"address": 33554432, "is": "any"}""", "address")]
    [InlineData("""{"aligned": "no", "is": "any"}""", "aligned")]
    public async Task An_unknown_member_or_one_of_the_wrong_kind_is_refused(string body, string parameter)
    {
        var problem = await bridge.RefusesAsync("POST", Search, body);
        Assert.Equal((400, "invalid-body", parameter), (problem.Status, problem.Anchor, problem.Parameter));
    }
}
