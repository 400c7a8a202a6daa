namespace Bridge.Api.Tests.Features.Batch;

public sealed class BatchTests(RefusingBridge bridge)
{
    private const string Batch = "/emulators/default/batch";
    private const string Reads = "/emulators/default/memory/read";
    private const string Operations = "read, write, guard, press, sequence, hold, release, screen, register";

    private static string Of(string operation) => $$"""{"operations": [{"op": "release"}, {{operation}}]}""";

    [Theory]
    [InlineData("""{"op": "dance"}""", "invalid-parameter", "op", "\"dance\"", Operations)]
    [InlineData("""{"op": "Read", "address": "0x02000000"}""", "invalid-parameter", "op", "\"Read\"", Operations)]
    [InlineData("""{"address": "0x02000000"}""", "missing-parameter", "op", "is required", Operations)]
    [InlineData("""{"op": "read"}""", "missing-parameter", "address", "is required", "address")]
    [InlineData("""{"op": "read", "address": "!"}""", "invalid-parameter", "address", "\"!\"", "0x02000000")]
    [InlineData("""{"op": "read", "address": "[1]", "domain": "wram"}""", "invalid-parameter", "domain", "\"wram\"", "chain")]
    [InlineData("""{"op": "read", "address": "1", "type": "u64"}""", "invalid-parameter", "type", "\"u64\"", "u8, u16, u32")]
    [InlineData("""{"op": "read", "address": "1", "type": "u8", "length": 4}""", "invalid-parameter", "length", "type", "range")]
    [InlineData("""{"op": "read", "address": "1", "length": 0}""", "invalid-parameter", "length", "\"0\"", "1 to 262144")]
    [InlineData("""{"op": "read", "address": "1", "length": 262145}""", "invalid-parameter", "length", "\"262145\"", "1 to 262144")]
    [InlineData("""{"op": "write", "address": "1"}""", "missing-parameter", "value", "is required", "hex")]
    [InlineData("""{"op": "write", "address": "1", "value": 256}""", "invalid-parameter", "value", "\"256\"", "0 to 255")]
    [InlineData("""{"op": "write", "address": "1", "value": 1, "hex": "00"}""", "invalid-parameter", "hex", "hex", "value or type")]
    [InlineData("""{"op": "write", "address": "1", "hex": ""}""", "invalid-parameter", "hex", "\"\"", "1 to 16384 bytes")]
    [InlineData("""{"op": "write", "address": "1", "hex": "123"}""", "invalid-parameter", "hex", "\"123\"", "two each")]
    [InlineData("""{"op": "write", "address": "1", "hex": "0x"}""", "invalid-parameter", "hex", "\"0x\"", "without 0x")]
    [InlineData("""{"op": "guard", "address": "1", "value": 1}""", "missing-parameter", "is", "is required", "eq, ne, lt")]
    [InlineData("""{"op": "guard", "address": "1", "is": "eq"}""", "missing-parameter", "value", "is required", "compare")]
    [InlineData("""{"op": "guard", "address": "1", "is": "==", "value": 1}""", "invalid-parameter", "is",
        "\"==\"", "eq, ne, lt, le, gt, ge, mask")]
    [InlineData("""{"op": "guard", "address": "1", "type": "i8", "is": "eq", "value": 128}""", "invalid-parameter",
        "value", "\"128\"", "-128 to 127")]
    [InlineData("""{"op": "guard", "address": "1", "type": "i8", "is": "mask", "value": -1}""",
        "invalid-parameter", "value", "\"-1\"", "0 to 255")]
    [InlineData("""{"op": "press"}""", "missing-parameter", "buttons", "is required", "buttons")]
    [InlineData("""{"op": "press", "buttons": []}""", "missing-parameter", "buttons", "is required", "buttons")]
    [InlineData("""{"op": "press", "buttons": ["A", "X"]}""", "unknown-button", "buttons[1]", "\"X\"", "Select")]
    [InlineData("""{"op": "press", "buttons": ["A"], "hold": 3601}""", "invalid-parameter", "hold", "\"3601\"", "1 to 3600")]
    [InlineData("""{"op": "press", "buttons": ["A"], "release": 0}""", "invalid-parameter", "release", "\"0\"", "1 to 600")]
    [InlineData("""{"op": "sequence"}""", "missing-parameter", "steps", "is required", "a list")]
    [InlineData("""{"op": "sequence", "steps": [{"wait": 400}], "repeat": 91}""", "invalid-parameter", "repeat", "\"91\"", "1 to 90 here")]
    [InlineData("""{"op": "sequence", "steps": [{"wait": 1}], "buttons": ["A"]}""", "invalid-body", "buttons",
        "can't be used with sequence", "steps, repeat")]
    [InlineData("""{"op": "hold"}""", "missing-parameter", "buttons", "is required", "buttons")]
    [InlineData("""{"op": "hold", "buttons": ["A"], "hold": 6}""", "invalid-body", "hold", "can't be used with hold", "buttons")]
    [InlineData("""{"op": "screen", "address": "1", "name": "x"}""", "invalid-body", "address",
        "address, name can't be used with screen", "no members")]
    [InlineData("""{"op": "register"}""", "missing-parameter", "name", "is required", "register")]
    [InlineData("""{"op": "register", "name": "r0 "}""", "invalid-parameter", "name", "\"r0 \"", "register")]
    [InlineData("""{"op": "register", "name": "r0", "value": 4294967296}""", "invalid-parameter", "value",
        "\"4294967296\"", "0 to 4294967295")]
    [InlineData("""{"op": "read", "adress": "1"}""", "invalid-body", "adress", "Unknown member \"adress\"", "op, address, type")]
    [InlineData("""{"op": "read", "address": 1}""", "invalid-body", "address", "got 1.", "a string")]
    [InlineData("""{"op": "press", "buttons": [1]}""", "invalid-body", "buttons[0]", "got [1].", "a list of strings")]
    public async Task An_invalid_operation_is_refused_with_its_index(string operation, string anchor,
        string member, string got, string accepted) =>
        (await bridge.RefusesAsync("POST", Batch, Of(operation)))
            .Is(400, anchor, $"operations[1].{member}", "operations[1]", got, accepted);

    [Theory]
    [InlineData("{}", "missing-parameter", "operations", "operations")]
    [InlineData("""{"operations": []}""", "invalid-parameter", "operations", "1 to 256")]
    [InlineData("""{"operations": [null]}""", "invalid-body", "operations[0]", "operations[0] must be an object; got null.")]
    [InlineData("""{"operations": [5]}""", "invalid-body", "operations[0]", "got 5.")]
    [InlineData("""{"operations": {"op": "read"}}""", "invalid-body", "operations", "a list of objects with op, address")]
    [InlineData("""{"operations": [], "frames": 1}""", "invalid-body", "frames", "operations")]
    [InlineData("[]", "invalid-body", null, "object")]
    public async Task A_body_without_a_list_of_operations_is_refused(string body, string anchor, string? parameter, string word) =>
        (await bridge.RefusesAsync("POST", Batch, body)).Is(400, anchor, parameter, word);

    [Theory]
    [InlineData("{}", "invalid-body", null, "a list of objects with address, type, length, domain")]
    [InlineData("[]", "invalid-parameter", "body", "1 to 256")]
    [InlineData("[null]", "invalid-body", "[0]", "[0] must be an object; got null.")]
    [InlineData("""[{"address": "1"}, {}]""", "missing-parameter", "[1].address", "[1].address is required")]
    [InlineData("""[{"address": "1", "size": 4}]""", "invalid-body", "[0].size", "Unknown member \"size\"")]
    [InlineData("""[{"address": "1", "length": 300000}]""", "invalid-parameter", "[0].length", "1 to 262144")]
    [InlineData("""[{"address": "1", "domain": "w ram"}]""", "invalid-parameter", "[0].domain", "\"w ram\"")]
    public async Task A_body_without_a_list_of_places_is_refused(string body, string anchor, string? parameter, string word) =>
        (await bridge.RefusesAsync("POST", Reads, body)).Is(400, anchor, parameter, word);

    [Fact]
    public async Task More_than_256_operations_are_refused()
    {
        var many = string.Join(',', Enumerable.Repeat("""{"op": "release"}""", 257));
        (await bridge.RefusesAsync("POST", Batch, $$"""{"operations": [{{many}}]}"""))
            .Is(400, "invalid-parameter", "operations", "257", "256");
    }

    [Fact]
    public async Task On_a_Game_Boy_its_own_buttons_apply() =>
        (await bridge.RefusesAsync("POST", "/emulators/pocket/batch", Of("""{"op": "hold", "buttons": ["L"]}""")))
            .Is(400, "unknown-button", "operations[1].buttons[0]", "GB");
}
