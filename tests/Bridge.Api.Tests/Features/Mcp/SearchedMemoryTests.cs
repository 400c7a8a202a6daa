namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>The memory that a model's search reads, in a game whose script answers as told.</summary>
public sealed class SearchedMemoryTests : FakedBridge
{
    // name:base:size:bound:label, as memory.domains replies.
    private static readonly string[] Advance =
        ["wram:33554432:262144:33816576:Work", "iwram:50331648:32768:50364416:Internal work", "cart0:134217728:4096:134221824:ROM"];

    private static readonly string[] GameBoy = ["hram:65408:128:65535:HRAM", "wram:49152:8192:57344:WRAM"];

    private readonly List<string> _reads = [];
    private string[] _domains = [];

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command is not ("memory.domains" or "memory.read"))
                return false;
            if (request.Command == "memory.read")
                _reads.Add(string.Join(' ', request.Arguments).Trim());
            await request.ReplyAsync("ok", request.Command == "memory.domains" ? _domains : [],
                request.Command == "memory.read" ? new byte[int.Parse(request.Arguments[1], null)] : []);
            return true;
        };
        await base.InitializeAsync();
    }

    [Theory]
    [InlineData(false, """{"is": "any"}""", "33554432 262144", "50331648 32768")]
    [InlineData(true, """{"is": "any"}""", "49152 8192", "65408 127")]
    [InlineData(false, """{"is": "any", "region": "iwram"}""", "50331648 32768 iwram")]
    public async Task A_search_covers_all_working_RAM_or_a_region(bool isGameBoy, string arguments, params string[] reads)
    {
        _domains = isGameBoy ? GameBoy : Advance;

        var answer = await Client.CallToolAsync("memory_search", arguments);

        Assert.False(answer.IsError, answer.Texts[^1]);
        Assert.Equal(reads, _reads);
        Assert.Equal(reads.Sum(read => int.Parse(read.Split(' ')[1], null)), answer.Json.GetProperty("left").GetInt32());
    }

    [Fact]
    public async Task Without_working_RAM_a_region_is_needed()
    {
        _domains = [Advance[2]];

        var answer = await Client.CallToolAsync("memory_search", """{"is": "any"}""");

        Assert.StartsWith(
            "missing-parameter: region is required: a memory domain, because mGBA shows no working RAM here.", answer.Texts[^1],
            StringComparison.Ordinal);
    }
}
