using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The processor's registers, and lines in the console.</summary>
public sealed class RegisterTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Registers = "/emulators/default/registers";

    private async Task<long> ReadAsync(string name) =>
        (await game.Client.GetJsonAsync($"{Registers}/{name}")).GetProperty("value").GetInt64();

    private async Task<string> RefusedAsync(string method, string path, string? body = null)
    {
        using var response = await game.Client.AskAsync(method, path, body);
        Assert.Equal(400, (int)response.StatusCode);
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("detail").GetString()!;
    }

    [Fact]
    public async Task All_registers_are_listed_with_plausible_values()
    {
        var registers = (await game.Client.GetJsonAsync(Registers)).GetProperty("registers").EnumerateArray()
            .ToDictionary(register => register.GetProperty("name").GetString()!, register => register.GetProperty("value").GetInt64());
        Assert.Equal([.. Enumerable.Range(0, 16).Select(i => $"r{i}"), "cpsr"], registers.Keys);
        Assert.InRange(registers["r13"], 0x03000000, 0x03008000);
        Assert.InRange(await ReadAsync("SP"), 0x03000000, 0x03008000);
    }

    [Fact]
    public async Task A_written_value_is_kept_unsigned()
    {
        // The ROM waits for the next frame nearly all the time, and doesn't change r9 meanwhile.
        foreach (var value in new long[] { 5, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF })
        {
            await Eventually.HoldsAsync(async () =>
            {
                await game.Client.AskForJsonAsync("PUT", $"{Registers}/r9", $$"""{"value": {{value}}}""");
                return await ReadAsync("r9") == value;
            }, $"r9 holds {value}");
        }
    }

    [Fact]
    public async Task An_unknown_name_is_refused_with_the_list()
    {
        Assert.Contains("r0, r1, r2", await RefusedAsync("GET", $"{Registers}/r16"), StringComparison.Ordinal);
        Assert.Contains("cpsr", await RefusedAsync("PUT", $"{Registers}/af", """{"value": 1}"""), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0xFFFFFFFF)]
    [InlineData(0x00000000)]
    [InlineData(0x0000003F)]
    public async Task A_value_that_would_crash_mGBA_is_refused(long value)
    {
        Assert.Contains("value", await RefusedAsync("PUT", $"{Registers}/cpsr", $$"""{"value": {{value}}}"""), StringComparison.Ordinal);
        await game.PlayOnAsync(2);
    }

    [Trait("Needs", "console")]
    [Fact]
    public async Task A_line_in_the_console_is_complete_and_unchanged()
    {
        var line = $"{Guid.NewGuid()} é€ %s";
        await game.Client.AskForJsonAsync("POST", "/emulators/default/console",
            JsonSerializer.Serialize(new { message = line, level = "warn" }));
        await Eventually.HoldsAsync(() => game.Emulator.Output.Contains(line, StringComparison.Ordinal), "the line is in the console");
        var longest = $"{Guid.NewGuid()}{new string('x', 4060)}";
        await game.Client.AskForJsonAsync("POST", "/emulators/default/console", $$"""{"message": "{{longest}}"}""");
        await Eventually.HoldsAsync(() => game.Emulator.Output.Contains(longest, StringComparison.Ordinal),
            "the longest line is in the console");
    }
}
