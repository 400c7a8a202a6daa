namespace Bridge.Api.Tests.Features.Screen;

public sealed class ScreenTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("0")]
    [InlineData("9")]
    [InlineData("-1")]
    [InlineData("1.5")]
    [InlineData("large")]
    [InlineData("99999999999999999999")]
    [InlineData("")]
    public async Task A_scale_out_of_range_is_refused(string scale) =>
        (await bridge.RefusesAsync("GET", $"/emulators/default/screen?scale={scale}"))
            .Is(400, "invalid-parameter", "scale", $"\"{scale}\"", "1 to 8");

    [Theory]
    [InlineData("0")]
    [InlineData("61")]
    [InlineData("-15")]
    [InlineData("29.97")]
    [InlineData("fast")]
    [InlineData("")]
    public async Task A_rate_out_of_range_is_refused(string fps) =>
        (await bridge.RefusesAsync("GET", $"/emulators/default/screen/stream?fps={fps}"))
            .Is(400, "invalid-parameter", "fps", $"\"{fps}\"", "1 to 60");
}
