namespace Bridge.Api.Tests.Features.Memory;

/// <summary>The memory of a search without an address, in a game whose script answers as told.</summary>
public sealed class WholeMemoryTests : FakedBridge
{
    private const string Search = "/emulators/default/memory/search";

    private readonly List<string> _reads = [];

    // name:base:size:bound:label, as memory.domains replies. A Game Boy Color: of wram's 32 KiB, the bus shows 8.
    private string[] _domains = ["cart0:0:2097152:32768:ROM Bank 0", "hram:65408:128:65535:HRAM", "wram:49152:32768:57344:WRAM"];

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command is not ("memory.domains" or "memory.read"))
                return false;
            if (request.Command == "memory.read")
                _reads.Add(string.Join(' ', request.Arguments));
            await request.ReplyAsync("ok", request.Command == "memory.domains" ? _domains : [],
                request.Command == "memory.read" ? new byte[int.Parse(request.Arguments[1], null)] : []);
            return true;
        };
        await base.InitializeAsync();
    }

    [Fact]
    public async Task Working_RAM_is_what_the_bus_shows_of_it()
    {
        var found = await Client.AskForJsonAsync("POST", Search, """{"type": "u8", "is": "any"}""");

        Assert.Equal(0x2000 + 0x7F, found.GetProperty("count").GetInt32());
        Assert.Equal(["49152 8192", "65408 127"], _reads.Select(read => read.Trim()));
    }

    [Fact]
    public async Task A_domain_is_searched_with_all_its_banks()
    {
        var found = await Client.AskForJsonAsync("POST", Search, """{"type": "u8", "is": "any", "domain": "wram"}""");

        Assert.Equal(0x8000, found.GetProperty("count").GetInt32());
        Assert.Equal(["0 32768 wram"], _reads);
    }

    [Fact]
    public async Task A_domain_over_a_mebibyte_needs_a_range()
    {
        var problem = await Client.AskForProblemAsync("POST", Search, """{"type": "u8", "is": "any", "domain": "cart0"}""");

        Assert.Equal((400, "missing-parameter", "length"), (problem.Status, problem.Anchor, problem.Parameter));
        Assert.Contains("length is required in cart0, which has 2097152 bytes", problem.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_working_RAM_an_address_is_needed()
    {
        _domains = ["cart0:0:2097152:32768:ROM Bank 0"];

        var problem = await Client.AskForProblemAsync("POST", Search, """{"type": "u8", "is": "any"}""");

        Assert.Equal((400, "missing-parameter", "address"), (problem.Status, problem.Anchor, problem.Parameter));
    }
}
