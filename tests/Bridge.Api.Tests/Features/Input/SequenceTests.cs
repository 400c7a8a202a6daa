namespace Bridge.Api.Tests.Features.Input;

public sealed class SequenceTests(RefusingBridge bridge)
{
    private const string Sequence = "/emulators/default/buttons/sequence";

    [Theory]
    [InlineData("""{"hold": 6}""", "missing-parameter", "buttons", "is required", "A")]
    [InlineData("""{"buttons": []}""", "missing-parameter", "buttons", "is required", "A")]
    [InlineData("""{"buttons": ["A", "X"]}""", "unknown-button", "buttons[1]", "\"X\"", "Select")]
    [InlineData("""{"buttons": ["A"], "hold": 0}""", "invalid-parameter", "hold", "\"0\"", "1 to 3600")]
    [InlineData("""{"buttons": ["A"], "hold": 3601}""", "invalid-parameter", "hold", "\"3601\"", "1 to 3600")]
    [InlineData("""{"buttons": ["A"], "release": -1}""", "invalid-parameter", "release", "\"-1\"", "0 to 600")]
    [InlineData("""{"buttons": ["A"], "release": 601}""", "invalid-parameter", "release", "\"601\"", "0 to 600")]
    [InlineData("""{"buttons": ["A"], "at": -1}""", "invalid-parameter", "at", "\"-1\"", "0 to 35999")]
    [InlineData("""{"buttons": ["A"], "at": 36000}""", "invalid-parameter", "at", "\"36000\"", "0 to 35999")]
    [InlineData("""{"buttons": ["A"], "at": 35999}""", "invalid-parameter", "hold", "36007", "36000")]
    [InlineData("""{"buttons": ["b", "a"], "at": 3}""", "invalid-parameter", "buttons", "A in the frames 3 to 8", "steps[0]")]
    [InlineData("""{"wait": 0}""", "invalid-parameter", "wait", "\"0\"", "1 to 36000")]
    [InlineData("""{"wait": 36001}""", "invalid-parameter", "wait", "\"36001\"", "1 to 36000")]
    [InlineData("""{"wait": 36000}""", "invalid-parameter", "wait", "36008", "36000")]
    [InlineData("""{"wait": 5, "buttons": ["A"]}""", "invalid-parameter", "wait", "can't be combined", "buttons")]
    [InlineData("""{"wait": 5, "release": 2}""", "invalid-parameter", "wait", "can't be combined", "release")]
    [InlineData("""{"wait": true}""", "invalid-body", "wait", "true", "a whole number")]
    [InlineData("""{"buttons": ["A"], "until": 5}""", "invalid-body", "until", "Unknown member \"until\"",
        "buttons, hold, release, wait, at")]
    public async Task An_invalid_step_is_refused_with_its_index(string step, string anchor,
        string member, string got, string accepted)
    {
        var steps = $$"""[{"buttons": ["A"]}, {{step}}]""";
        (await bridge.RefusesAsync("POST", Sequence, $$"""{"steps": {{steps}}}"""))
            .Is(400, anchor, $"steps[1].{member}", "steps[1]", got, accepted);
        (await bridge.RefusesAsync("POST", "/emulators/default/batch", $$"""{"operations": [{"op": "sequence", "steps": {{steps}}}]}"""))
            .Is(400, anchor, $"operations[0].steps[1].{member}", "operations[0].steps[1]", got, accepted);
    }

    [Theory]
    [InlineData("{}", "missing-parameter", "steps", "steps is required")]
    [InlineData("""{"steps": []}""", "invalid-parameter", "steps", "1 to 256")]
    [InlineData("""{"steps": [null]}""", "invalid-body", "steps[0]", "steps[0] must be an object; got null.")]
    [InlineData("""{"steps": ["A"]}""", "invalid-body", "steps[0]", "got \"A\".")]
    [InlineData("""{"steps": [{"wait": 1}], "repeat": 0}""", "invalid-parameter", "repeat", "1 to 1000")]
    [InlineData("""{"steps": [{"wait": 1}], "repeat": 1001}""", "invalid-parameter", "repeat", "1 to 1000")]
    [InlineData("""{"steps": [{"wait": 400}], "repeat": 91}""", "invalid-parameter", "repeat",
        "1 to 90 here, because a repetition has 400 frames")]
    [InlineData("""{"steps": [{"wait": 1}], "times": 2}""", "invalid-body", "times", "steps, repeat, wait")]
    public async Task An_invalid_sequence_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Sequence, body)).Is(400, anchor, parameter, words);

    [Fact]
    public async Task More_than_256_steps_are_refused()
    {
        var many = string.Join(',', Enumerable.Repeat("""{"wait": 1}""", 257));
        (await bridge.RefusesAsync("POST", Sequence, $$"""{"steps": [{{many}}]}"""))
            .Is(400, "invalid-parameter", "steps", "257", "1 to 256");
    }

    [Fact]
    public async Task A_Game_Boy_has_no_shoulder_buttons() =>
        (await bridge.RefusesAsync("POST", "/emulators/pocket/buttons/sequence", """{"steps": [{"buttons": ["L"]}]}"""))
            .Is(400, "unknown-button", "steps[0].buttons[0]", "GB");

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("first")]
    [InlineData("2147483648")]
    public async Task An_invalid_id_is_refused(string id)
    {
        (await bridge.RefusesAsync("GET", $"{Sequence}/{id}")).Is(400, "invalid-parameter", "id", $"\"{id}\"", "1 to");
        (await bridge.RefusesAsync("DELETE", $"{Sequence}/{id}")).Is(400, "invalid-parameter", "id", $"\"{id}\"", "1 to");
    }
}
