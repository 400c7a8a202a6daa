using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Searches in the memory of a real game.</summary>
public sealed class MemorySearchTests(RunningGame game) : IClassFixture<RunningGame>
{
    // Begins a search, or with an id continues one.
    private Task<JsonElement> SearchAsync(string body) =>
        game.Client.AskForJsonAsync("POST", "/emulators/default/memory/search", body);

    // emulator/rom/README.md: 0x02000020 counts presses of A. The search only knows that the value grows with each press.
    [Theory]
    [InlineData("\"address\": \"0x02000000\"", "0x02000020")]
    [InlineData("\"address\": \"0\", \"domain\": \"wram\"", "0x00000020")]
    public async Task The_counter_of_a_button_is_found_without_knowing_its_value(string start, string found)
    {
        var first = await SearchAsync($$"""{{{start}}, "length": 262144, "type": "u16", "is": "any", "limit": 3}""");
        Assert.Equal((131072, 3), (first.GetProperty("count").GetInt32(), first.GetProperty("matches").GetArrayLength()));
        var id = first.GetProperty("id").GetInt32();
        JsonElement last = default;
        foreach (var hold in new[] { 2, 5, 3 })
        {
            await game.PressAsync("A", hold);
            last = await SearchAsync($$"""{"id": {{id}}, "is": "increased"}""");
            // Other buttons and time don't change it.
            await game.PressAsync("B");
            last = await SearchAsync($$"""{"id": {{id}}, "is": "unchanged"}""");
        }

        var match = Assert.Single(last.GetProperty("matches").EnumerateArray(), match => match.GetProperty("address").GetString() == found);
        var presses = await game.PressesAsync(Button.A);
        Assert.Equal((presses, presses), (match.GetProperty("value").GetInt64(), match.GetProperty("previous").GetInt64()));
        last = await SearchAsync($$"""{"id": {{id}}, "is": "eq", "value": {{presses}}}""");
        Assert.Equal(found, Assert.Single(last.GetProperty("matches").EnumerateArray()).GetProperty("address").GetString());
        using var deleted = await game.Client.AskAsync("DELETE", $"/emulators/default/memory/search/{id}");
        Assert.Equal(204, (int)deleted.StatusCode);
    }

    [Fact]
    public async Task Without_an_address_all_working_RAM_is_searched()
    {
        await game.WriteAsync("0x02000802", 54321, "u16");
        await game.WriteAsync("0x03004002", 54321, "u16");
        var first = await SearchAsync("""{"type": "u16", "is": "eq", "value": 54321}""");
        Assert.Equal(["0x02000802", "0x03004002"], AddressesIn(first));
        await game.WriteAsync("0x03004002", 54322, "u16");
        var id = first.GetProperty("id").GetInt32();
        Assert.Equal(["0x03004002"], AddressesIn(await SearchAsync($$"""{"id": {{id}}, "is": "increased"}""")));

        var inDomain = await SearchAsync("""{"domain": "iwram", "type": "u16", "is": "eq", "value": 54322}""");
        Assert.Equal(["0x00004002"], AddressesIn(inDomain));
    }

    [Fact]
    public async Task A_whole_domain_must_exist()
    {
        using var refused = await game.Client.AskAsync("POST", "/emulators/default/memory/search",
            """{"domain": "rom", "type": "u8", "is": "any"}""");
        var body = await refused.Content.ReadAsStringAsync();
        Assert.Contains("#unknown-domain", body, StringComparison.Ordinal);
        Assert.Contains("domain must be one of", body, StringComparison.Ordinal);
    }

    private static IEnumerable<string?> AddressesIn(JsonElement found) =>
        found.GetProperty("matches").EnumerateArray().Select(match => match.GetProperty("address").GetString());

    [Fact]
    public async Task A_value_at_an_odd_address_is_found_only_without_alignment()
    {
        await game.WriteAsync("0x02000801", 0x12345678, "u32");
        var members = $"\"address\": \"0x02000800\", \"length\": 16, \"type\": \"u32\", \"is\": \"eq\", \"value\": {0x12345678}";
        Assert.Equal(0, (await SearchAsync($"{{{members}}}")).GetProperty("count").GetInt32());
        var answer = await SearchAsync($"{{{members}, \"aligned\": false}}");
        Assert.Equal("0x02000801", Assert.Single(answer.GetProperty("matches").EnumerateArray()).GetProperty("address").GetString());
    }

    [Fact]
    public async Task At_most_a_whole_domain_can_be_searched()
    {
        Assert.Equal(4093,
            (await SearchAsync("""{"address": "0x08000000", "length": 4096, "type": "u32", "is": "any", "aligned": false}"""))
                .GetProperty("count").GetInt32());
        using var beyond = await game.Client.AskAsync("POST", "/emulators/default/memory/search",
            """{"address": "0x02000000", "length": 262145, "type": "u8", "is": "any"}""");
        Assert.Contains("#out-of-range", await beyond.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }
}
