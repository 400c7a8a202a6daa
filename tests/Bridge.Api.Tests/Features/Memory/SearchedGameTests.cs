using Bridge.Api.Features.Memory;

namespace Bridge.Api.Tests.Features.Memory;

/// <summary>The commands that a search sends, and the end of a search when its game changes.</summary>
public sealed class SearchedGameTests : FakedBridge
{
    private const string Search = "/emulators/default/memory/search";
    private readonly byte[] _memory = [0, 0, 3, 0, 3, 0, 9, 0];
    private string? _refusal;

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command != "memory.read")
                return false;
            var (offset, length) = (int.Parse(request.Arguments[0], null) - 0x02000000, int.Parse(request.Arguments[1], null));
            if (_refusal is { } status)
                await request.RefuseAsync(status, "It can't be read.");
            else
                await request.ReplyAsync("ok", [], _memory.AsSpan(offset, length).ToArray());
            return true;
        };
        await base.InitializeAsync();
    }

    private async Task<string> AskAsync(string json)
    {
        using var response = await Client.AskAsync("POST", Search, json);
        return await response.Content.ReadAsStringAsync();
    }

    private Task<string> BeginAsync() => AskAsync("""{"address": "0x02000000", "length": 8, "type": "u16", "is": "eq", "value": 3}""");

    [Fact]
    public async Task A_response_contains_the_remaining_places_and_their_previous_values()
    {
        Assert.Equal(
            """{"id":1,"count":2,"matches":[{"address":"0x02000002","value":3},{"address":"0x02000004","value":3}],"frame":1834}""",
            await BeginAsync());
        _memory[4] = 8;
        Assert.Equal("""{"id":1,"count":1,"matches":[{"address":"0x02000004","value":8,"previous":3}],"frame":1834}""",
            await AskAsync("""{"id": 1, "is": "increased"}"""));
        Assert.Equal("""{"id":1,"count":1,"matches":[],"frame":1834}""", await AskAsync("""{"id": 1, "is": "unchanged", "limit": 0}"""));
        Assert.Equal(["33554432 8 ", "33554434 4 ", "33554436 2 "],
            Fake.Commands.Select(request => string.Join(' ', request.Arguments)));
        using var deleted = await Client.AskAsync("DELETE", $"{Search}/1");
        Assert.Equal(204, (int)deleted.StatusCode);
        (await Client.AskForProblemAsync("POST", Search, """{"id": 1, "is": "any"}"""))
            .Is(404, "unknown-search", "id", "default has no search 1");
    }

    [Theory]
    [InlineData("instance=fake1", "instance=fake2", null)]
    [InlineData("crc32=1a2b3c4d", "crc32=00000001", null)]
    [InlineData("title=BUTTONTEST", "title=OTHER", "out-of-range")]
    public async Task A_search_ends_when_its_game_changes(string fact, string other, string? refusal)
    {
        await BeginAsync();
        Fake.Facts = [.. Fake.Facts.Select(known => known == fact ? other : known)];
        _refusal = refusal;
        (await Client.AskForProblemAsync("POST", Search, """{"id": 1, "is": "changed"}"""))
            .Is(404, "unknown-search", "id", other.Split('=')[1], "start a new search");
        (await Client.AskForProblemAsync("POST", Search, """{"id": 1, "is": "changed"}"""))
            .Is(404, "unknown-search", "id", "default has no search 1");
    }

    [Fact]
    public async Task A_failed_narrowing_leaves_the_search_unchanged()
    {
        await BeginAsync();
        _refusal = "failed";
        (await Client.AskForProblemAsync("POST", Search, """{"id": 1, "is": "changed"}"""))
            .Is(502, "emulator-refused", null, "It can't be read.");
        _refusal = null;
        Assert.Contains("\"count\":2", await AskAsync("""{"id": 1, "is": "unchanged"}"""), StringComparison.Ordinal);
        (await Client.AskForProblemAsync("POST", Search, """{"id": 1, "is": "eq", "value": 65536}"""))
            .Is(400, "invalid-parameter", "value", "0 to 65535 for u16");
    }
}
