namespace Bridge.Api.Tests.Features.Clips;

public sealed class ClipBodyTests(RefusingBridge bridge)
{
    private const string Clips = "/emulators/default/clips";

    [Theory]
    [InlineData("""{"seconds": 0}""", "seconds", "seconds must be 0.01 to 600; got \"0\".")]
    [InlineData("""{"seconds": 36000}""", "seconds", "0.01 to 600")]
    [InlineData("""{"seconds": 1, "from": 1}""", "seconds", "can't be combined with from and to")]
    [InlineData("""{"seconds": 1, "to": 1}""", "seconds", "can't be combined with from and to")]
    [InlineData("""{"seconds": 1, "movie": "a"}""", "seconds", "can't be combined with movie")]
    [InlineData("""{"from": -1}""", "from", "0 to 2147483647")]
    [InlineData("""{"to": -1}""", "to", "0 to 2147483647")]
    [InlineData("""{"movie": "../a"}""", "name", "1 to 64 characters of A-Z")]
    [InlineData("""{"format": "avi"}""", "format", "format must be gif, apng, webp, mp4, webm, wav; got \"avi\".")]
    [InlineData("""{"format": "GIF"}""", "format", "gif, apng")]
    [InlineData("""{"fps": 0}""", "fps", "1 to 60")]
    [InlineData("""{"fps": 61}""", "fps", "1 to 60")]
    [InlineData("""{"fps": 31}""", "fps", "fps must be 1 to 30 with the format gif; got \"31\".")]
    [InlineData("""{"scale": 0}""", "scale", "1 to 8")]
    [InlineData("""{"scale": 100}""", "scale", "1 to 8")]
    [InlineData("""{"crop": {}}""", "crop.x", "crop.x is required: 0 to 255.")]
    [InlineData("""{"crop": {"x": 0, "y": 0, "width": 0, "height": 1}}""", "crop.width", "crop.width must be 1 to 256; got \"0\".")]
    [InlineData("""{"crop": {"x": 0, "y": 224, "width": 1, "height": 1}}""", "crop.y", "crop.y must be 0 to 223")]
    [InlineData("""{"sound": true}""", "sound", "can't be combined with the format gif, which has none")]
    [InlineData("""{"format": "wav", "sound": false}""", "sound", "can't be false with the format wav")]
    [InlineData("""{"format": "mp4", "sound": true, "onlyFrames": "changed"}""", "sound", "can't be combined with onlyFrames")]
    [InlineData("""{"onlyFrames": "all"}""", "onlyFrames", "onlyFrames must be changed; got \"all\".")]
    [InlineData("""{"overlay": ["clock"]}""", "overlay", "overlay must be buttons, frame, notes; got \"clock\".")]
    [InlineData("""{"overlay": [null]}""", "overlay", "buttons, frame")]
    [InlineData("""{"overlay": ["frame", "frame"]}""", "overlay", "at most once")]
    [InlineData("""{"text": ""}""", "text", "1 to 100 characters of one line")]
    [InlineData("""{"text": "a\nb"}""", "text", "1 to 100 characters of one line")]
    public async Task An_invalid_clip_is_refused(string body, string parameter, string words)
    {
        var refused = await bridge.RefusesAsync("POST", Clips, body);
        refused.Is(400, parameter == "crop.x" ? "missing-parameter" : "invalid-parameter", parameter, words);
    }

    [Theory]
    [InlineData("GET", "")]
    [InlineData("GET", "/file")]
    [InlineData("GET", "/subtitles")]
    [InlineData("DELETE", "")]
    public async Task An_unknown_clip_is_refused(string method, string path) =>
        (await bridge.RefusesAsync(method, $"{Clips}/0123456789abcdef0123456789abcdef{path}")).Is(404, "unknown-clip", "id", "has no clip");

    [Theory]
    [InlineData("1")]
    [InlineData("0123456789ABCDEF0123456789ABCDEF")]
    [InlineData("..%2F0123456789abcdef0123456789ab")]
    public async Task An_invalid_id_is_refused(string id) =>
        (await bridge.RefusesAsync("GET", $"{Clips}/{id}")).Is(400, "invalid-parameter", "id", "32 hexadecimal digits");

    [Theory]
    [InlineData("""{}""", "missing-parameter", "volume is required: 0 to 1.")]
    [InlineData("""{"volume": 1.1}""", "invalid-parameter", "volume must be 0 to 1; got \"1.1\".")]
    [InlineData("""{"volume": -1}""", "invalid-parameter", "0 to 1")]
    public async Task An_invalid_volume_is_refused(string body, string anchor, string words) =>
        (await bridge.RefusesAsync("PUT", "/emulators/default/sound", body)).Is(400, anchor, "volume", words);

    [Theory]
    [InlineData("0")]
    [InlineData("601")]
    [InlineData("x")]
    public async Task An_invalid_number_of_seconds_is_refused(string seconds) =>
        (await bridge.RefusesAsync("GET", $"/emulators/default/audio?seconds={seconds}"))
            .Is(400, "invalid-parameter", "seconds", $"seconds must be 1 to 600; got \"{seconds}\".");
}
