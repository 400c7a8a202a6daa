namespace Bridge.Api.Tests.Features.Branches;

public sealed class BranchBodyTests(RefusingBridge bridge)
{
    private const string Branches = "/emulators/default/branches";

    [Theory]
    [InlineData("""{}""", "branches", "branches is required: a list of 1 to 256 branches.")]
    [InlineData("""{"branches": []}""", "branches", "branches must be a list of 1 to 256; got 0.")]
    [InlineData("""{"branches": [{}], "state": "a", "fromFrame": 1}""", "state", "can't be combined with fromFrame")]
    [InlineData("""{"branches": [{}], "fromFrame": 0}""", "fromFrame", "1 to 2147483647")]
    [InlineData("""{"branches": [{}], "keep": "1"}""", "keep", "the name of one of the branches")]
    [InlineData("""{"branches": [{"name": "a"}], "keep": "0"}""", "keep", "the name of one of the branches")]
    [InlineData("""{"branches": [{}], "lease": "ab"}""", "lease", "lease requires keep.")]
    [InlineData("""{"branches": [{}], "spread": 0}""", "spread", "1 to 64")]
    [InlineData("""{"branches": [{}], "spread": 65}""", "spread", "1 to 64")]
    public async Task An_invalid_request_is_refused(string body, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Branches, body)).Is(
            400, words.Contains("is required", StringComparison.Ordinal) ? "missing-parameter" : "invalid-parameter", parameter, words);

    [Theory]
    [InlineData("""{"name": ""}""", "name", "1 to 64")]
    [InlineData("""{"steps": [{"wait": 1}], "movie": "a"}""", "steps", "can't be combined with movie")]
    [InlineData("""{"movie": "../a"}""", "movie", "1 to 64 characters of A-Z")]
    [InlineData("""{"repeat": 2}""", "repeat", "requires steps")]
    [InlineData("""{"settle": -1}""", "settle", "0 to 36000")]
    [InlineData("""{"timeoutFrames": 5}""", "timeoutFrames", "requires until")]
    [InlineData("""{"read": []}""", "read", "1 to 256")]
    [InlineData("""{"read": [{"address": "0", "length": 1048577}]}""", "read[0].length", "1 to ")]
    [InlineData("""{"screen": {"scale": 9}}""", "screen.scale", "1 to 8")]
    [InlineData("""{"until": {"any": []}}""", "until.any", "1 to 16")]
    [InlineData("""{"until": {"any": [{"screen": "still"}], "all": [{"screen": "still"}]}}""", "until.any", "can't be combined with all")]
    [InlineData("""{"until": {"all": [{"screen": "still"}], "frames": 2}}""", "until.all", "can't be combined with a condition")]
    [InlineData("""{"until": {"screen": "moving"}}""", "until.screen", "changed, still, calm, is")]
    [InlineData("""{"until": {"screen": "still", "value": 1}}""", "until.screen", "can't be combined with address")]
    [InlineData("""{"until": {"screen": "still", "hash": "0123456789abcdef"}}""", "until.hash", "requires screen: is")]
    [InlineData("""{"until": {"screen": "is", "hash": "0123456789ABCDEF"}}""", "until.hash", "16 hexadecimal digits")]
    [InlineData("""{"until": {"address": "0", "is": "changed", "hash": "0123456789abcdef"}}""", "until.hash", "requires screen")]
    [InlineData("""{"until": {"address": "0", "is": "=="}}""", "until.is", "increased, decreased, same")]
    [InlineData("""{"until": {"address": "0", "is": "same", "value": 1}}""", "until.value", "same takes no value")]
    [InlineData("""{"until": {"address": "0", "is": "eq", "value": 256}}""", "until.value", "0 to 255")]
    [InlineData("""{"until": {"screen": "still", "frames": 0}}""", "until.frames", "1 to 36000")]
    [InlineData("""{"until": {"screen": "still", "timeoutFrames": 601}}""", "until.timeoutFrames", "at most 600")]
    [InlineData("""{"until": {"screen": "still", "crop": {"x": 0, "y": 0, "width": 0, "height": 1}}}""", "until.crop.width", "1 to 256")]
    public async Task An_invalid_branch_is_refused_by_its_index(string branch, string parameter, string words) =>
        (await bridge.RefusesAsync("POST", Branches, $$"""{"branches": [{}, {{branch}}]}"""))
            .Is(400, "invalid-parameter", $"branches[1].{parameter}", words);

    [Fact]
    public async Task Names_must_differ() =>
        (await bridge.RefusesAsync("POST", Branches, """{"branches": [{"name": "1"}, {}]}"""))
            .Is(400, "invalid-parameter", "branches[1].name", "must differ from those of other branches");

    [Fact]
    public async Task A_branch_has_at_most_36_000_frames() =>
        (await bridge.RefusesAsync("POST", Branches,
            """{"branches": [{"steps": [{"wait": 36000}]}, {"until": {"screen": "still"}, "timeoutFrames": 1, "settle": 36000}]}"""))
            .Is(400, "invalid-parameter", "branches[1]", "at most 36000 frames, with timeoutFrames and settle; it may run 36001.");

    [Fact]
    public async Task All_branches_have_at_most_2_000_000_frames()
    {
        var body = $$"""{"branches": [{{string.Join(',', Enumerable.Repeat("""{"settle": 36000}""", 56))}}]}""";
        (await bridge.RefusesAsync("POST", Branches, body))
            .Is(400, "invalid-parameter", "branches", "at most 2000000 frames together; they may run 2016000.");
    }

    [Fact]
    public async Task All_branches_read_at_most_16_MiB()
    {
        const string Range = """{"address": "0x02000000", "length": 262144}""";
        var body = $$"""{"branches": [{{string.Join(',', Enumerable.Repeat($$"""{"read": [{{Range}}]}""", 65))}}]}""";
        (await bridge.RefusesAsync("POST", Branches, body)).Is(400, "invalid-parameter", "branches", "at most 16,777,216 bytes together");
    }
}
