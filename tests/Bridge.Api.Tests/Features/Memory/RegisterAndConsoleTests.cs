using System.Text.Json;

namespace Bridge.Api.Tests.Features.Memory;

public sealed class RegisterAndConsoleTests(RefusingBridge bridge)
{
    private const string Registers = "/emulators/default/registers";
    private const string Console = "/emulators/default/console";

    [Theory]
    [InlineData("r0,r1")]
    [InlineData("r 0")]
    [InlineData("123456789")]
    [InlineData("é")]
    public async Task An_invalid_register_name_is_refused(string name)
    {
        var path = $"{Registers}/{Uri.EscapeDataString(name)}";
        (await bridge.RefusesAsync("GET", path)).Is(400, "invalid-parameter", "name", $"\"{name}\"", "registers");
        (await bridge.RefusesAsync("PUT", path, """{"value": 1}""")).Is(400, "invalid-parameter", "name", $"\"{name}\"", "registers");
    }

    [Theory]
    [InlineData("{}", "missing-parameter", "is required")]
    [InlineData("""{"value": -1}""", "invalid-parameter", "0 to 4294967295")]
    [InlineData("""{"value": 4294967296}""", "invalid-parameter", "0 to 4294967295")]
    [InlineData("""{"value": "5"}""", "invalid-body", "a whole number")]
    public async Task A_value_that_no_register_can_hold_is_refused(string body, string anchor, string word) =>
        (await bridge.RefusesAsync("PUT", $"{Registers}/r0", body)).Is(400, anchor, "value", word);

    [Theory]
    [InlineData("\0", "U+0000")]
    [InlineData("\u001b[2J", "U+001B")]
    [InlineData("a\rb", "U+000D")]
    [InlineData("\u007f", "U+007F")]
    public async Task A_control_character_is_refused(string message, string named) =>
        (await bridge.RefusesAsync("POST", Console, JsonSerializer.Serialize(new { message })))
            .Is(400, "invalid-parameter", "message", named);

    [Fact]
    public async Task A_line_that_is_missing_or_too_long_or_has_an_unknown_level_is_refused()
    {
        (await bridge.RefusesAsync("POST", Console, "{}")).Is(400, "missing-parameter", "message", "is required");
        (await bridge.RefusesAsync("POST", Console, """{"message": ""}""")).Is(400, "missing-parameter", "message", "empty");
        (await bridge.RefusesAsync("POST", Console, $$"""{"message": "{{new string('é', 32_769)}}"}"""))
            .Is(400, "invalid-parameter", "message", "65538", "65536");
        (await bridge.RefusesAsync("POST", Console, """{"message": "x", "level": "debug"}"""))
            .Is(400, "invalid-parameter", "level", "\"debug\"", "info, warn, error");
        (await bridge.RefusesAsync("POST", Console, """{"text": "x"}""")).Is(400, "invalid-body", "text", "message, level");
    }
}
