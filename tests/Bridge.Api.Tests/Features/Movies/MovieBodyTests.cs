namespace Bridge.Api.Tests.Features.Movies;

public sealed class MovieBodyTests(RefusingBridge bridge)
{
    private const string Movie = "/emulators/default/movies/a";

    [Theory]
    [InlineData("""{"from": -1}""", "invalid-parameter", "from", "0 to 2147483647")]
    [InlineData("""{"to": -1}""", "invalid-parameter", "to", "0 to 2147483647")]
    [InlineData("""{"start": "later"}""", "invalid-parameter", "start", "now, reset")]
    [InlineData("""{"start": "now", "from": 1}""", "invalid-parameter", "start", "can't be combined with from and to")]
    [InlineData("""{"start": "reset", "to": 1}""", "invalid-parameter", "start", "can't be combined with from and to")]
    [InlineData("""{"from": 1.5}""", "invalid-body", "from", "a whole number")]
    [InlineData("""{"state": "a", "start": "now"}""", "invalid-parameter", "state", "state can't be combined with start")]
    [InlineData("""{"state": "a", "start": "later"}""", "invalid-parameter", "start", "now, reset")]
    [InlineData("""{"state": "a", "from": 1}""", "invalid-parameter", "state", "can't be combined with from and to")]
    [InlineData("""{"state": "a", "to": 1}""", "invalid-parameter", "state", "can't be combined with from and to")]
    [InlineData("""{"state": ""}""", "invalid-parameter", "state", "state must be 1 to 64 characters of A-Z")]
    [InlineData("""{"state": "../a"}""", "invalid-parameter", "state", "state must be 1 to 64 characters of A-Z")]
    [InlineData("""{"state": "con"}""", "invalid-parameter", "state", "state must be 1 to 64 characters of A-Z")]
    [InlineData("""{"state": "a\u0000"}""", "invalid-parameter", "state", "state must be 1 to 64 characters of A-Z")]
    [InlineData("""{"state": 1}""", "invalid-body", "state", "state must be a string; got 1.")]
    [InlineData("""{"frames": 1}""", "invalid-body", "frames", "from, to, start, state")]
    public async Task An_invalid_movie_to_write_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Movie, body)).Is(400, anchor, parameter, words);

    [Theory]
    [InlineData("""{"speed": 17}""", "invalid-parameter", "speed", "0.25 to 16")]
    [InlineData("""{"to": 0}""", "invalid-parameter", "to", "1 to 100000000")]
    [InlineData("""{"to": 100000001}""", "invalid-parameter", "to", "1 to 100000000")]
    [InlineData("""{"until": "bored"}""", "invalid-parameter", "until", "difference, end")]
    [InlineData("""{"lease": "no lease"}""", "invalid-parameter", "lease", "POST …/frames/hold")]
    [InlineData("""{"frames": 1}""", "invalid-body", "frames", "speed, to, until, lease")]
    public async Task An_invalid_play_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", $"{Movie}/play", body)).Is(400, anchor, parameter, words);

    [Theory]
    [InlineData("GET", "..%2Fa")]
    [InlineData("PUT", ".a")]
    [InlineData("DELETE", "con")]
    [InlineData("POST", "a%20b")]
    public async Task An_invalid_name_is_refused(string method, string name)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), $"/emulators/default/movies/{name}");
        if (method == "PUT")
            request.Content = new ByteArrayContent([1]) { Headers = { ContentType = new("application/octet-stream") } };
        using var response = await bridge.Client.SendAsync(request);
        (await bridge.RefusesAsync(response)).Is(400, "invalid-parameter", "name", "1 to 64 characters of A-Z");
    }

    [Fact]
    public async Task An_unknown_format_is_refused() => (await bridge.RefusesAsync("GET", $"{Movie}?format=avi"))
        .Is(400, "invalid-parameter", "format", "bridge, bk2");

    [Fact]
    public async Task A_movie_without_a_recording_cannot_be_stopped() => (await bridge.RefusesAsync("POST", $"{Movie}/stop"))
        .Is(404, "unknown-movie", "name", "is being recorded");
}
