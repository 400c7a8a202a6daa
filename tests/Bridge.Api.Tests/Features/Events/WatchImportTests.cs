using System.Text;

namespace Bridge.Api.Tests.Features.Events;

public sealed class WatchImportTests : EventBridge
{
    private const string Path = "/emulators/default/watches";

    [Fact]
    public async Task Each_line_becomes_a_watch()
    {
        var (status, text) = await ImportAsync(
            "SystemID GBA\n20\tw\tu\t0\tEWRAM\tpresses: A\n0\tS\t_\t1\t\t\n24\tw\tf\t0\tEWRAM\tx\n03000010\td\ts\t0\tSystem Bus\t\n");
        const string First = """{"id":1,"name":"presses_ A","address":"0x00000020","type":"u16","value":5,"domain":"wram",""";
        const string Second = """{"id":2,"address":"0x03000010","type":"i32","value":5,""";
        const string Rest = "\"intervalFrames\":1,\"frame\":1834}";
        Assert.Equal((201,
            $$"""{"watches":[{{First}}{{Rest}},{{Second}}{{Rest}}],"skipped":[{"line":4,"reason":"Floating-point values can't be """
            + """watched."}]}"""), (status, text));
        Assert.Equal($$"""{"watches":[{{First}}{{Rest}},{{Second}}{{Rest}}]}""", await Client.GetStringAsync(Path));
        Assert.Equal(["32 u16 wram 1", "50331664 i32  1"], Watches.Values.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_long_list_keeps_its_order()
    {
        var (status, text) = await ImportAsync(Lines(300));
        Assert.True(status == 201, text);
        var names = System.Text.Json.JsonDocument.Parse(text).RootElement.GetProperty("watches").EnumerateArray()
            .Select(watch => watch.GetProperty("name").GetString());
        Assert.Equal(Enumerable.Range(0, 300).Select(i => $"n{i}"), names);
    }

    [Theory]
    [InlineData("out-of-range")]
    [InlineData("unknown-domain")]
    [InlineData("bad-request")]
    public async Task A_line_that_the_emulator_refuses_is_skipped(string word)
    {
        RefuseWatchAt("2", word);
        var (status, text) = await ImportAsync("1\tb\tu\t0\t\ta\n2\tb\tu\t0\t\tb\n3\tb\tu\t0\t\tc\n");
        Assert.True(status == 201, text);
        Assert.EndsWith("\"skipped\":[{\"line\":2,\"reason\":\"No such place.\"}]}", text, StringComparison.Ordinal);
        Assert.Equal(["1 u8  1", "3 u8  1"], Watches.Values.Order(StringComparer.Ordinal));
        (await RefusedAsync("2\tb\tu\t0\t\tb\n")).Is(400, "invalid-body", null, "got none. Line 1: No such place.");
    }

    [Theory]
    [InlineData("busy", 503, "overloaded")]
    [InlineData("no-game", 503, "no-game")]
    public async Task If_the_emulator_is_lost_no_watch_stays(string word, int status, string anchor)
    {
        await SetWatchAsync("""{"address": "0"}""");
        RefuseWatchAt("200", word);
        (await RefusedAsync(Lines(300))).Is(status, anchor, null);
        await Eventually.HoldsAsync(() => Watches.Count == 1);
        Assert.DoesNotContain("\"id\":2", await Client.GetStringAsync(Path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_an_emulator_no_list_can_be_imported()
    {
        Fake.Stop();
        await Bridge.ReachesAsync("no-emulator");
        (await RefusedAsync(Lines(2))).Is(503, "no-emulator", null);
        Assert.Equal("""{"watches":[]}""", await Client.GetStringAsync(Path));
    }

    [Fact]
    public async Task At_the_limit_of_watches_no_watch_of_the_list_stays()
    {
        (await RefusedAsync(Lines(4097))).Is(409, "too-many-watches", null, "4,097");
        Assert.Empty(Watches);
        var id = await SetWatchAsync("""{"address": "1"}""");
        (await RefusedAsync(Lines(4096))).Is(409, "too-many-watches", null, "4,096");
        await Eventually.HoldsAsync(() => Watches.Count == 1);
        await Client.DeleteAsync($"{Path}/{id}");
        var (status, text) = await ImportAsync(Lines(4096));
        Assert.True(status == 201, text);
    }

    [Theory]
    [InlineData("SystemID GBA\n", "got none.")]
    [InlineData("SystemID GBA\nhello\n10\tb\tf\t0\t\tx", "got none. Line 2: A line must have 6 columns")]
    public async Task A_list_without_a_watch_is_refused(string list, string sentence) =>
        (await RefusedAsync(list)).Is(400, "invalid-body", null, sentence);

    [Fact]
    public async Task The_number_of_skipped_lines_is_limited()
    {
        var skipped = string.Concat(Enumerable.Repeat("hello\n", 1000));
        Assert.Equal(201, (await ImportAsync(skipped + Lines(1))).Status);
        (await RefusedAsync(skipped + "hello\n" + Lines(1)))
            .Is(400, "invalid-body", null, "at most 1,000 lines that can't be watched; got 1,001.");
        RefuseWatchAt("2", "out-of-range");
        (await RefusedAsync(skipped + "2\tb\tu\t0\t\tb\n3\tb\tu\t0\t\tc\n"))
            .Is(400, "invalid-body", null, "at most 1,000 lines that can't be watched; got 1,001.");
        await Eventually.HoldsAsync(() => Watches.Count == 1);
    }

    [Fact]
    public async Task The_size_of_a_list_is_limited()
    {
        var padding = new string('\n', (256 * 1024) - Lines(1).Length);
        Assert.Equal(201, (await ImportAsync(padding + Lines(1))).Status);
        (await RefusedAsync(padding + "\n" + Lines(1))).Is(413, "too-large", null);
        (await RefusedAsync("")).Is(400, "invalid-body", null, "got an empty body");
    }

    [Theory]
    [InlineData("GET")]
    [InlineData("DELETE")]
    public async Task Other_methods_are_not_allowed(string method)
    {
        using var response = await Client.AskAsync(method, $"{Path}/import");
        Assert.Equal(405, (int)response.StatusCode);
    }

    private static string Lines(int count) => string.Concat(Enumerable.Range(0, count).Select(i => $"{i:X}\tb\tu\t0\t\tn{i}\n"));

    private void RefuseWatchAt(string address, string word)
    {
        var answers = Fake.Answers!;
        Fake.Answers = async request =>
        {
            if (request.Command != "watch.set" || request.Arguments[1] != address)
                return await answers(request);
            await request.RefuseAsync(word, "No such place.", []);
            return true;
        };
    }

    private async Task<HttpResponseMessage> SendAsync(string list)
    {
        using var content = new ByteArrayContent(Encoding.UTF8.GetBytes(list))
            { Headers = { ContentType = new("application/octet-stream") } };
        return await Client.PostAsync(new Uri($"{Path}/import", UriKind.Relative), content);
    }

    private async Task<(int Status, string Text)> ImportAsync(string list)
    {
        using var response = await SendAsync(list);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }

    private async Task<ProblemResponse> RefusedAsync(string list)
    {
        using var response = await SendAsync(list);
        return await ProblemResponse.ReadAsync(response);
    }
}
