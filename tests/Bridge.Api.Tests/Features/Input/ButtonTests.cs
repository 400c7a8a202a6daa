namespace Bridge.Api.Tests.Features.Input;

public sealed class ButtonTests(RefusingBridge bridge)
{
    private const string Buttons = "/emulators/default/buttons";
    private const string Press = $"{Buttons}/press";
    private const string AllTen = "A, B, Select, Start, Right, Left, Up, Down, R, L";

    [Theory]
    [InlineData("""["X"]""", "buttons[0]", "\"X\"")]
    [InlineData("""["A", "Turbo"]""", "buttons[1]", "\"Turbo\"")]
    [InlineData("""["A", "B", ""]""", "buttons[2]", "\"\"")]
    [InlineData("""["A", null]""", "buttons[1]", "\"\"")]
    [InlineData("""["A "]""", "buttons[0]", "\"A \"")]
    [InlineData("""["1"]""", "buttons[0]", "\"1\"")]
    public async Task An_unknown_button_is_refused_with_the_valid_ones(string buttons, string parameter, string got)
    {
        (await bridge.RefusesAsync("POST", Press, $$"""{"buttons": {{buttons}}}"""))
            .Is(400, "unknown-button", parameter, got, "GBA", AllTen);
        (await bridge.RefusesAsync("PUT", Buttons, $$"""{"buttons": {{buttons}}}"""))
            .Is(400, "unknown-button", parameter, got, "GBA", AllTen);
    }

    [Theory]
    [InlineData("buttons=X", "buttons[0]", "\"X\"")]
    [InlineData("buttons=A,X", "buttons[1]", "\"X\"")]
    [InlineData("buttons=A&buttons=X", "buttons[1]", "\"X\"")]
    [InlineData("buttons=A,", "buttons[1]", "\"\"")]
    public async Task An_unknown_button_in_a_query_is_refused(string query, string parameter, string got) =>
        (await bridge.RefusesAsync("GET", $"{Press}?{query}")).Is(400, "unknown-button", parameter, got, AllTen);

    [Theory]
    [InlineData("L")]
    [InlineData("r")]
    public async Task A_Game_Boy_has_no_shoulder_buttons(string button)
    {
        var body = $$"""{"buttons": ["A", "{{button}}"]}""";
        foreach (var problem in new[]
        {
            await bridge.RefusesAsync("POST", "/emulators/pocket/buttons/press", body),
            await bridge.RefusesAsync("PUT", "/emulators/pocket/buttons", body),
            await bridge.RefusesAsync("GET", $"/emulators/pocket/buttons/press?buttons=A,{button}"),
        })
        {
            problem.Is(400, "unknown-button", "buttons[1]", $"\"{button}\"", "A, B, Select, Start, Right, Left, Up, Down on a GB;");
            Assert.Equal("pocket", problem.Emulator);
        }
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(99)]
    [InlineData(600_001)]
    public async Task A_lease_outside_its_limits_is_refused(int lease) =>
        (await bridge.RefusesAsync("PUT", Buttons, $$"""{"buttons": ["A"], "leaseMilliseconds": {{lease}}}"""))
            .Is(400, "invalid-parameter", "leaseMilliseconds", $"\"{lease}\"", "100 to 600000");

    [Theory]
    [InlineData("hold", "0", "1 to 3600")]
    [InlineData("hold", "-1", "1 to 3600")]
    [InlineData("hold", "3601", "1 to 3600")]
    [InlineData("release", "0", "1 to 600")]
    [InlineData("release", "-1", "1 to 600")]
    [InlineData("release", "601", "1 to 600")]
    public async Task Hold_and_release_outside_their_limits_are_refused(string name, string value, string range)
    {
        (await bridge.RefusesAsync("POST", Press, $$"""{"buttons": ["A"], "{{name}}": {{value}}}"""))
            .Is(400, "invalid-parameter", name, $"\"{value}\"", range);
        (await bridge.RefusesAsync("GET", $"{Press}?buttons=A&{name}={value}")).Is(400, "invalid-parameter", name, $"\"{value}\"", range);
    }

    [Theory]
    [InlineData("hold=six", "hold", "1 to 3600")]
    [InlineData("hold=6%00", "hold", "1 to 3600")]
    [InlineData("wait=true%00", "wait", "true or false")]
    [InlineData("wait=%20true", "wait", "true or false")]
    [InlineData("hold=", "hold", "1 to 3600")]
    [InlineData("release=1.5", "release", "1 to 600")]
    [InlineData("wait=yes", "wait", "true or false")]
    [InlineData("wait=1", "wait", "true or false")]
    public async Task An_invalid_number_or_flag_in_a_query_is_refused(string query, string parameter, string accepted) =>
        (await bridge.RefusesAsync("GET", $"{Press}?buttons=A&{query}"))
            .Is(400, "invalid-parameter", parameter, Uri.UnescapeDataString(query.Split('=')[1]), accepted);

    [Fact]
    public async Task A_press_without_buttons_is_refused()
    {
        foreach (var body in new[] { "{}", """{"buttons": []}""", """{"buttons": null}""" })
            (await bridge.RefusesAsync("POST", Press, body)).Is(400, "missing-parameter", "buttons", "buttons");
        (await bridge.RefusesAsync("GET", Press)).Is(400, "missing-parameter", "buttons", "buttons");
        (await bridge.RefusesAsync("PUT", Buttons, "{}")).Is(400, "missing-parameter", "buttons", "buttons");
    }
}
