namespace Bridge.Api.Tests.Features.Events;

public sealed class EventTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("lastEventId=no%20id", "lastEventId", "64 letters")]
    [InlineData("topics=", "topics", "frame, buttons, reset, game, state, watch")]
    [InlineData("topics=frames", "topics", "\"frames\"")]
    [InlineData("topics=frame,", "topics", "comma-separated")]
    [InlineData("topics=gap", "topics", "frame, buttons")]
    [InlineData("topics=frame&watches=1", "watches", "the topic watch")]
    [InlineData("watches=", "watches", "comma-separated list of watch ids")]
    [InlineData("watches=1,x", "watches", "\"1,x\"")]
    [InlineData("watches=-1", "watches", "comma-separated list of watch ids")]
    [InlineData("watches=99999999999", "watches", "comma-separated list of watch ids")]
    public async Task An_invalid_query_is_refused(string query, string parameter, string words) =>
        (await bridge.RefusesAsync("GET", $"/emulators/default/events?{query}")).Is(400, "invalid-parameter", parameter, words);

    [Fact]
    public async Task An_unknown_watch_is_refused() =>
        (await bridge.RefusesAsync("GET", "/emulators/default/events?watches=7")).Is(404, "unknown-watch", "watches", "no watch 7");

    [Theory]
    [InlineData("""{}""", "missing-parameter", "address", "address")]
    [InlineData("""{"address": "!"}""", "invalid-parameter", "address", "\"!\"")]
    [InlineData("""{"address": "0", "type": "u64"}""", "invalid-parameter", "type", "u8, u16")]
    [InlineData("""{"address": "0", "type": "u8", "length": 4}""", "invalid-parameter", "length", "can't be combined with type")]
    [InlineData("""{"address": "0", "length": 0}""", "invalid-parameter", "length", "1 to 4096")]
    [InlineData("""{"address": "0", "length": 4097}""", "invalid-parameter", "length", "1 to 4096")]
    [InlineData("""{"address": "0", "intervalFrames": 0}""", "invalid-parameter", "intervalFrames", "1 to 3600")]
    [InlineData("""{"address": "0", "intervalFrames": 3601}""", "invalid-parameter", "intervalFrames", "1 to 3600")]
    [InlineData("""{"address": "0", "name": ""}""", "invalid-parameter", "name", "1 to 64")]
    [InlineData("""{"address": "0", "name": "a\nb"}""", "invalid-parameter", "name", "digits")]
    [InlineData("""{"address": "[0]", "domain": "wram"}""", "invalid-parameter", "domain", "chain")]
    [InlineData("""{"address": "0", "interval": 1}""", "invalid-body", "interval", "intervalFrames")]
    [InlineData("""{"address": 0}""", "invalid-body", "address", "a string")]
    [InlineData("""[]""", "invalid-body", null, "got a list")]
    public async Task An_invalid_watch_is_refused(string json, string anchor, string? parameter, string words) =>
        (await bridge.RefusesAsync("POST", "/emulators/default/watches", json)).Is(400, anchor, parameter, words);

    [Theory]
    [InlineData("GET", "0")]
    [InlineData("DELETE", "x")]
    [InlineData("GET", "4294967296")]
    public async Task An_invalid_watch_id_is_refused(string method, string id) =>
        (await bridge.RefusesAsync(method, $"/emulators/default/watches/{id}")).Is(400, "invalid-parameter", "id", $"\"{id}\"");
}
