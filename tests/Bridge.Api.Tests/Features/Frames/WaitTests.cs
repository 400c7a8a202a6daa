namespace Bridge.Api.Tests.Features.Frames;

public sealed class WaitTests(RefusingBridge bridge)
{
    private const string Wait = "/emulators/default/frames/wait";

    [Theory]
    [InlineData("{}", "missing-parameter", "frames", "until")]
    [InlineData("""{"frames": 0}""", "invalid-parameter", "frames", "1 to 36000")]
    [InlineData("""{"frames": -1}""", "invalid-parameter", "frames", "1 to 36000")]
    [InlineData("""{"frames": 36001}""", "invalid-parameter", "frames", "1 to 36000")]
    [InlineData("""{"frames": 1, "until": {"screen": "changed"}}""", "invalid-parameter", "frames", "can't be combined with until")]
    [InlineData("""{"frames": 1, "timeoutFrames": 5}""", "invalid-parameter", "timeoutFrames", "requires until")]
    [InlineData("""{"until": {"screen": "changed"}, "timeoutFrames": 0}""", "invalid-parameter", "timeoutFrames", "1 to 36000")]
    [InlineData("""{"until": {"screen": "changed"}, "timeoutFrames": 36001}""", "invalid-parameter", "timeoutFrames", "1 to 36000")]
    [InlineData("""{"until": {"screen": "same"}}""", "invalid-parameter", "until.screen", "changed")]
    [InlineData("""{"until": {"screen": "changed", "value": 1}}""", "invalid-parameter", "until.screen", "can't be combined")]
    [InlineData("""{"until": {}}""", "missing-parameter", "until.address", "an address")]
    [InlineData("""{"until": {"is": "changed"}}""", "missing-parameter", "until.address", "an address")]
    [InlineData("""{"until": {"address": "!", "is": "changed"}}""", "invalid-parameter", "until.address", "0x02000000")]
    [InlineData("""{"until": {"address": "[1]", "is": "changed", "domain": "wram"}}""", "invalid-parameter", "until.domain", "chain")]
    [InlineData("""{"until": {"address": "1", "is": "changed", "type": "u64"}}""", "invalid-parameter", "until.type", "u8, u16")]
    [InlineData("""{"until": {"address": "1"}}""", "missing-parameter", "until.is", "mask, changed")]
    [InlineData("""{"until": {"address": "1", "is": "=="}}""", "invalid-parameter", "until.is", "mask, changed")]
    [InlineData("""{"until": {"address": "1", "is": "eq"}}""", "missing-parameter", "until.value", "compare")]
    [InlineData("""{"until": {"address": "1", "is": "eq", "value": 256}}""", "invalid-parameter", "until.value", "0 to 255")]
    [InlineData("""{"until": {"address": "1", "is": "changed", "value": 1}}""", "invalid-parameter", "until.value", "takes no value")]
    [InlineData("""{"until": {"address": "1", "is": "changed", "size": 1}}""", "invalid-body", "until.size",
        "address, type, domain, is, value, screen")]
    [InlineData("""{"until": {"any": [{"address": "1", "is": "same"}, {"screen": "is"}]}}""", "missing-parameter", "until.any[1].hash",
        "16 hexadecimal digits")]
    [InlineData("""{"until": {"all": [{"screen": "still"}], "screen": "still"}}""", "invalid-parameter", "until.all", "beside it")]
    [InlineData("""{"until": {"screen": "still", "timeoutFrames": 9}, "timeoutFrames": 8}""", "invalid-parameter", "until.timeoutFrames",
        "at most 8, the frames of the whole wait")]
    [InlineData("""{"until": {"achievement": "0xH0=1", "frames": 2}}""", "invalid-parameter", "until.achievement", "timeoutFrames")]
    [InlineData("""{"until": {"all": [{"achievement": "a\nb"}]}}""", "invalid-parameter", "until.all[0].achievement", "1 to 1024")]
    [InlineData("""{"until": "changed"}""", "invalid-body", "until", "an object")]
    [InlineData("""{"seconds": 5}""", "invalid-body", "seconds", "frames, until, timeoutFrames")]
    public async Task An_invalid_wait_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Wait, body)).Is(400, anchor, parameter, words);
}
