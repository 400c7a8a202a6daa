namespace Bridge.Api.Tests.Features.Frames;

public sealed class ActTests(RefusingBridge bridge)
{
    private const string Act = "/emulators/default/act";

    [Theory]
    [InlineData("""{"settle": -1}""", "invalid-parameter", "settle", "0 to 36000")]
    [InlineData("""{"settle": 36001}""", "invalid-parameter", "settle", "0 to 36000")]
    [InlineData("""{"steps": []}""", "invalid-parameter", "steps", "1 to 256")]
    [InlineData("""{"steps": [{"buttons": ["X"]}]}""", "unknown-button", "steps[0].buttons[0]", "A, B")]
    [InlineData("""{"steps": [{"buttons": ["A"], "hold": 3600}], "repeat": 11}""", "invalid-parameter", "repeat", "36000")]
    [InlineData("""{"repeat": 2}""", "invalid-parameter", "repeat", "requires steps")]
    [InlineData("""{"timeoutFrames": 9}""", "invalid-parameter", "timeoutFrames", "requires until")]
    [InlineData("""{"until": {"address": "1", "is": "changed"}, "timeoutFrames": 0}""", "invalid-parameter", "timeoutFrames", "1 to 36000")]
    [InlineData("""{"until": {"address": "1", "is": "=="}}""", "invalid-parameter", "until.is", "mask, changed")]
    [InlineData("""{"until": {"screen": "moving"}}""", "invalid-parameter", "until.screen", "changed, still, calm, is")]
    [InlineData("""{"read": []}""", "invalid-parameter", "read", "1 to 256")]
    [InlineData("""{"read": [{"address": "1"}, {"address": "!"}]}""", "invalid-parameter", "read[1].address", "0x02000000")]
    [InlineData("""{"scale": 2}""", "invalid-parameter", "scale", "requires screen")]
    [InlineData("""{"scale": 9, "screen": true}""", "invalid-parameter", "scale", "1 to 8")]
    [InlineData("""{"keyFrames": 0}""", "invalid-parameter", "keyFrames", "1 to 36000")]
    [InlineData("""{"eachStep": true}""", "invalid-parameter", "eachStep", "requires steps, and read or screen")]
    [InlineData("""{"eachStep": true, "steps": [{"wait": 1}]}""", "invalid-parameter", "eachStep", "requires steps, and read or screen")]
    [InlineData("""{"eachStep": true, "settle": 1, "screen": true}""", "invalid-parameter", "eachStep", "requires steps")]
    [InlineData("""{"eachStep": true, "steps": [{"wait": 1}], "repeat": 9, "screen": true}""", "invalid-parameter", "eachStep", "most 8 ")]
    [InlineData("""{"eachStep": true, "steps": [{"wait": 1}], "repeat": 65, "read": [{"address": "1"}]}""",
        "invalid-parameter", "eachStep", "at most 64 steps in all repetitions; got 65")]
    [InlineData("""{"lease": "../"}""", "invalid-parameter", "lease", "frames/hold")]
    [InlineData("""{"state": "../up"}""", "invalid-parameter", "state", "1 to 64")]
    [InlineData("""{"frames": 2}""", "invalid-body", "frames", "state, sensors, steps")]
    public async Task An_invalid_turn_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Act, body)).Is(400, anchor, parameter, words);
}
