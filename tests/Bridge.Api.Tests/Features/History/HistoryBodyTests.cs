namespace Bridge.Api.Tests.Features.History;

public sealed class HistoryBodyTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("{}", "missing-parameter", "frames", "seconds, toFrame or mark")]
    [InlineData("""{"frames": 0}""", "invalid-parameter", "frames", "1 to 2147483647")]
    [InlineData("""{"frames": -1}""", "invalid-parameter", "frames", "1 to 2147483647")]
    [InlineData("""{"seconds": 0}""", "invalid-parameter", "seconds", "0.01 to 3600")]
    [InlineData("""{"seconds": 3600.01}""", "invalid-parameter", "seconds", "0.01 to 3600")]
    [InlineData("""{"toFrame": -1}""", "invalid-parameter", "toFrame", "0 to 2147483647")]
    [InlineData("""{"mark": ""}""", "invalid-parameter", "mark", "1 to 64 printable")]
    [InlineData("""{"mark": " a"}""", "invalid-parameter", "mark", "1 to 64 printable")]
    [InlineData("""{"frames": 1, "seconds": 1}""", "invalid-parameter", "frames", "can't be combined with seconds")]
    [InlineData("""{"toFrame": 1, "mark": "a"}""", "invalid-parameter", "toFrame", "can't be combined with mark")]
    [InlineData("""{"frames": 1, "lease": "no lease"}""", "invalid-parameter", "lease", "POST …/frames/hold")]
    [InlineData("""{"frames": 1.5}""", "invalid-body", "frames", "a whole number")]
    [InlineData("""{"frame": 1}""", "invalid-body", "frame", "frames, seconds, toFrame, mark, lease")]
    public async Task An_invalid_rewind_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", "/emulators/default/rewind", body)).Is(400, anchor, parameter, words);

    [Theory]
    [InlineData("{}", "missing-parameter", "1 to 64 printable")]
    [InlineData("""{"name": ""}""", "invalid-parameter", "1 to 64 printable")]
    [InlineData("""{"name": "a\nb"}""", "invalid-parameter", "1 to 64 printable")]
    [InlineData("""{"name": "é"}""", "invalid-parameter", "1 to 64 printable")]
    [InlineData("""{"name": "a "}""", "invalid-parameter", "1 to 64 printable")]
    public async Task An_invalid_mark_is_refused(string body, string anchor, string words) =>
        (await bridge.RefusesAsync("POST", "/emulators/default/history/marks", body)).Is(400, anchor, "name", words);
}
