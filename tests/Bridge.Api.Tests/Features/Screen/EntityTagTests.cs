namespace Bridge.Api.Tests.Features.Screen;

/// <summary>An emulator whose picture stays the same.</summary>
public sealed class EntityTagTests : FakedBridge
{
    private const string Screen = "/emulators/default/screen";

    public override async ValueTask InitializeAsync()
    {
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.Replace("capabilities=", "capabilities=pixels,", StringComparison.Ordinal))];
        Fake.Answers = async request =>
        {
            if (request.Command != "screen.raw")
                return false;
            // The fourth byte of a pixel is unused, so it changes nothing.
            await request.ReplyAsync("ok", ["2", "1"], [1, 2, 3, (byte)Fake.Received.Count, 4, 5, 6, 0]);
            return true;
        };
        await base.InitializeAsync();
    }

    private async Task<HttpResponseMessage> AskAsync(string known, int scale = 1)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"{Screen}?scale={scale}");
        request.Headers.TryAddWithoutValidation("If-None-Match", known);
        return await Client.SendAsync(request);
    }

    [Fact]
    public async Task The_same_picture_has_the_same_strong_tag_and_the_same_bytes()
    {
        using var first = await Client.GetAsync(Screen);
        using var second = await Client.GetAsync(Screen);
        Assert.False(first.Headers.ETag!.IsWeak);
        Assert.Equal(first.Headers.ETag, second.Headers.ETag);
        Assert.True(first.Headers.CacheControl!.NoCache);
        Assert.Equal(await first.Content.ReadAsByteArrayAsync(), await second.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [InlineData("{0}", 304)]
    [InlineData("W/{0}", 304)]
    [InlineData("\"other\", {0}", 304)]
    [InlineData("*", 304)]
    [InlineData("\"other\"", 200)]
    [InlineData("other", 200)]
    [InlineData("", 200)]
    public async Task A_picture_is_sent_unless_the_client_sends_its_tag(string known, int status)
    {
        using var first = await Client.GetAsync(Screen);
        using var response = await AskAsync(known.Replace("{0}", first.Headers.ETag!.Tag, StringComparison.Ordinal));
        Assert.Equal(status, (int)response.StatusCode);
        Assert.Equal(first.Headers.ETag, response.Headers.ETag);
        Assert.Equal("1834", Assert.Single(response.Headers.GetValues("Emulator-Frame")));
        Assert.Equal(status == 304, (await response.Content.ReadAsByteArrayAsync()).Length == 0);
    }

    [Fact]
    public async Task Another_scale_has_another_tag()
    {
        using var first = await Client.GetAsync(Screen);
        using var response = await AskAsync(first.Headers.ETag!.Tag, scale: 2);
        Assert.Equal(200, (int)response.StatusCode);
    }

    [Fact]
    public async Task Pixels_that_do_not_match_their_size_are_an_error_of_the_script()
    {
        Fake.Answers = async request =>
        {
            if (request.Command != "screen.raw")
                return false;
            await request.ReplyAsync("ok", ["2", "2"], [1, 2, 3, 4]);
            return true;
        };
        (await Client.AskForProblemAsync("GET", Screen)).Is(502, "protocol-error", null, "4 bytes", "2 x 2");
    }

    [Fact]
    public async Task An_invalid_PNG_is_an_error_of_the_script()
    {
        Fake.Facts = [.. Fake.Facts.Where(fact => !fact.StartsWith("capabilities=", StringComparison.Ordinal))];
        await Client.GetStringAsync("/emulators/default");
        Fake.Answers = async request =>
        {
            if (request.Command != "screen.png")
                return false;
            await request.ReplyAsync("ok", ["240", "160"], [1, 2, 3]);
            return true;
        };
        (await Client.AskForProblemAsync("GET", Screen)).Is(502, "protocol-error", null, "PNG");
    }
}
