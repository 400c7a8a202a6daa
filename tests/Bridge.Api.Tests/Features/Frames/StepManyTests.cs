using System.Net.Http.Headers;
using System.Text;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>Steps whose request is invalid for every emulator; and the form of pictures.</summary>
public sealed class StepManyTests(RefusingBridge bridge)
{
    private const string Many = "/emulators/step";
    private const string One = "/emulators/default/frames/step";

    [Theory]
    [InlineData("{}", "missing-parameter", "emulators", "a list of the names")]
    [InlineData("""{"emulators": []}""", "invalid-parameter", "emulators", "1 to 64; got 0")]
    [InlineData("""{"emulators": ["default", null]}""", "invalid-body", "emulators[1]", "got null")]
    [InlineData("""{"emulators": ["default", "pocket", "default"]}""", "invalid-parameter", "emulators[2]", "another emulator")]
    [InlineData("""{"emulators": ["default"], "frames": 0}""", "invalid-parameter", "frames", "1 to 36000")]
    [InlineData("""{"emulators": ["default"], "frames": 36001}""", "invalid-parameter", "frames", "1 to 36000")]
    [InlineData("""{"emulators": ["default", "pocket", "x"], "buttons": [[], []]}""", "invalid-parameter", "buttons", "one for all; got 2")]
    [InlineData("""{"emulators": ["default"], "buttons": []}""", "invalid-parameter", "buttons", "got 0")]
    [InlineData("""{"emulators": ["default"], "buttons": [null]}""", "invalid-body", "buttons[0]", "got null")]
    [InlineData("""{"emulators": ["nobody"], "buttons": [["A", "X"]]}""", "unknown-button", "buttons[0][1]", "must be one of A, B")]
    [InlineData("""{"emulators": ["nobody"], "read": [{"address": "!"}]}""", "invalid-parameter", "read[0].address", "0x02000000")]
    [InlineData("""{"emulators": ["default"], "leases": []}""", "invalid-parameter", "leases", "one entry for each of the 1")]
    [InlineData("""{"emulators": ["default"], "leases": ["../"]}""", "invalid-parameter", "leases[0]", "frames/hold")]
    [InlineData("""{"emulators": ["default"], "states": [null, null]}""", "invalid-parameter", "states", "got 2")]
    [InlineData("""{"emulators": ["default"], "read": []}""", "invalid-parameter", "read", "1 to 256")]
    [InlineData("""{"emulators": ["default"], "read": [{"address": "!"}]}""", "invalid-parameter", "read[0].address", "0x02000000")]
    [InlineData("""{"emulators": ["default"], "draw": false, "screen": {}}""", "invalid-parameter", "draw", "must be true")]
    [InlineData("""{"emulators": ["default"], "x": 1}""", "invalid-body", "x", "emulators, frames")]
    public async Task An_invalid_step_of_many_is_refused(string body, string anchor, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Many, body)).Is(400, anchor, parameter, words);

    [Fact]
    public async Task Sixty_five_emulators_are_too_many() =>
        (await bridge.RefusesAsync("POST", Many, ListOf(65))).Is(400, "invalid-parameter", "emulators", "1 to 64; got 65");

    [Fact]
    public async Task Sixty_four_emulators_are_accepted()
    {
        using var response = await bridge.Client.AskAsync("POST", Many, ListOf(64));
        var results = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.True(response.IsSuccessStatusCode, results);
        Assert.Equal(64, results.Split("unknown-emulator").Length - 1);
    }

    [Theory]
    [InlineData("""{"scale": 0}""", "screen.scale", "1 to 8")]
    [InlineData("""{"scale": 9}""", "screen.scale", "1 to 8")]
    [InlineData("""{"width": 0, "height": 84}""", "screen.width", "1 to 1024")]
    [InlineData("""{"width": 1025, "height": 84}""", "screen.width", "1 to 1024")]
    [InlineData("""{"width": 84, "height": 1025}""", "screen.height", "1 to 1024")]
    [InlineData("""{"scale": 2, "width": 84, "height": 84}""", "screen.scale", "can't be combined")]
    [InlineData("""{"format": "gif"}""", "screen.format", "png or raw")]
    public async Task An_invalid_picture_is_refused(string screen, string parameter, string words)
    {
        (await bridge.RefusesAsync("POST", One, $$"""{"screen": {{screen}}}""")).Is(400, "invalid-parameter", parameter, words);
        (await bridge.RefusesAsync("POST", "/emulators/default/act", $$"""{"screen": {{screen}}}"""))
            .Is(400, "invalid-parameter", parameter, words);
    }

    [Theory]
    [InlineData("""{"width": 84}""", "screen.height")]
    [InlineData("""{"height": 84}""", "screen.width")]
    public async Task A_side_needs_the_other(string screen, string parameter) =>
        (await bridge.RefusesAsync("POST", One, $$"""{"screen": {{screen}}}""")).Is(400, "missing-parameter", parameter, "in pixels");

    [Theory]
    [InlineData(One, """{"screen": {"size": 1}}""", "screen.size", "scale, width")]
    [InlineData(One, """{"screen": true}""", "screen", "an object with scale")]
    [InlineData("/emulators/default/act", """{"screen": {"size": 1}}""", "screen.size", "scale, width")]
    [InlineData("/emulators/default/act", """{"screen": 1}""", "screen", "true, false, or an object")]
    public async Task A_picture_of_another_shape_is_refused(string path, string body, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", path, body)).Is(400, "invalid-body", parameter, words);

    [Fact]
    public async Task Pictures_have_at_most_16_MiB_together()
    {
        // 256 x 224 pixels of three bytes are the most that a game has.
        (await bridge.RefusesAsync("POST", Many, $$"""{{ListOf(25)[..^1]}}, "screen": {"scale": 2} }"""))
            .Is(400, "invalid-parameter", "screen.scale", "16,777,216");
        using var response = await bridge.Client.AskAsync("POST", Many, $$"""{{ListOf(24)[..^1]}}, "screen": {"scale": 2} }""");
        Assert.True(response.IsSuccessStatusCode);
    }

    [Theory]
    [InlineData(One, """{"read": [{"address": "1"}, {"address": "1", "length": 2}]}""", "read[1].length", "one number")]
    [InlineData(One, """{"screen": {"format": "png"}}""", "screen.format", "raw in a binary response")]
    [InlineData("/emulators/default/act", """{"keyFrames": 2}""", "keyFrames", "one picture")]
    [InlineData(Many, """{"emulators": ["default", "pocket"], "screen": {}}""", "screen", "width and height")]
    public async Task What_a_binary_answer_can_not_carry_is_refused(string path, string body, string parameter, string words)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path)
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("application/octet-stream"));
        using var response = await bridge.Client.SendAsync(request, TestContext.Current.CancellationToken);
        (await bridge.RefusesAsync(response)).Is(400, "invalid-parameter", parameter, words);
    }

    private static string ListOf(int count) =>
        $$"""{"emulators": [{{string.Join(", ", Enumerable.Range(0, count).Select(i => $"\"nobody{i}\""))}}]}""";
}
