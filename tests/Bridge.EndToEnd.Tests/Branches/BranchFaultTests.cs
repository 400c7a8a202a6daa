using System.Globalization;
using System.Runtime.Versioning;
using System.Text.Json;
using Bridge.EndToEnd.Tests.Clips;

namespace Bridge.EndToEnd.Tests.Branches;

/// <summary>A bridge whose emulator for branches is a shell script that the test writes.</summary>
[SupportedOSPlatform("linux")]
public sealed class FaultyBranchGame() : RunningGame("buttontest.gba", 0x02000000, "--speed", "0")
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-branch-test-");

    // The script must be there before the bridge starts, because the settings refuse a program that isn't.
    public override ValueTask InitializeAsync()
    {
        FaultyClipGame.WriteScript(Host, "exit 1");
        return base.InitializeAsync();
    }

    /// <summary>Gets the path of the script that the bridge runs as emulator.</summary>
    public string Host => Path.Combine(_folder.FullName, "host");

    protected override (string Name, string Value)[] Settings =>
        [("Bridge:OnDemand:Program", Host), ("Bridge:Branches:Processes", "1"), ("Bridge:Branches:RunTime", "00:00:08")];

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Shell.Delete(_folder);
        GC.SuppressFinalize(this);
    }
}

/// <summary>A fault of the emulator that runs branches becomes a problem, and leaves no process.</summary>
[Trait("Needs", "host")]
[SupportedOSPlatform("linux")]
public sealed class BranchFaultTests(FaultyBranchGame game) : IClassFixture<FaultyBranchGame>
{
    private const string Branches = "/emulators/default/branches";
    private const string Request = """{"branches": [{"settle": 1}]}""";

    // Reads a request, whose last line is "run" (docs/protocol/branches.md).
    private const string ReadRequest = "sed -n '/^run$/q'";

    [Theory]
    [InlineData("exit 3", "The emulator ended with exit code 3.", 503)]
    [InlineData("kill -9 $$", "The emulator ended with exit code 137.", 503)]
    [InlineData("echo 'mgba-host: It is not one of this game.' >&2; exit 2", "with this ROM: It is not one of this game.", 409)]
    [InlineData("echo 'error line 1: It went another way.'; exec sleep 100", "The branches can't run: It went another way.", 409)]
    [InlineData("echo 'error Out of memory.'; exec sleep 100", "The branches failed: Out of memory.", 503)]
    [InlineData("echo 'branch 0 1 -'; exit 3", "The emulator ended with exit code 3.", 503)]
    [InlineData("echo nonsense; exec sleep 100", "not in the form that the bridge expects", 503)]
    [InlineData("echo 'branch 1 1 -'; exec sleep 100", "not in the form that the bridge expects", 503)]
    [InlineData("exec yes ''", "not in the form that the bridge expects", 503)]
    [InlineData("exec tr '\\0' x < /dev/zero", "not in the form that the bridge expects", 503)]
    [InlineData("exec sleep 100", "The branches did not end within 8 s (Bridge:Branches:RunTime).", 504)]
    public async Task A_failing_emulator_is_told(string does, string words, int status)
    {
        FaultyClipGame.WriteScript(game.Host, does);
        using var response = await game.Client.AskAsync("POST", Branches, Request);
        var (got, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.Contains(words, detail, StringComparison.Ordinal);
        Assert.Equal(status, got);
    }

    [Fact]
    public async Task A_process_serves_the_next_request_but_not_after_a_fault()
    {
        FaultyClipGame.WriteScript(game.Host,
            $"echo $$ >> '{game.Host}.pids'; for i in 1 2; do {ReadRequest}; "
            + $"echo 'branch 0 1 -'; echo end; echo done; done; {ReadRequest}; echo nonsense; sleep 100");
        // The script runs two requests, and fails in the third one.
        for (var count = 0; count < 2; count++)
            await game.Client.AskForJsonAsync("POST", Branches, Request);
        Assert.Single(await File.ReadAllLinesAsync($"{game.Host}.pids"));
        await FailsAsync();
        await HasEndedAsync((await File.ReadAllLinesAsync($"{game.Host}.pids"))[0]);
        for (var count = 0; count < 2; count++)
            await game.Client.AskForJsonAsync("POST", Branches, Request);
        Assert.Equal(2, (await File.ReadAllLinesAsync($"{game.Host}.pids")).Length);
        await FailsAsync();

        async Task FailsAsync()
        {
            using var response = await game.Client.AskAsync("POST", Branches, Request);
            Assert.Equal(503, (int)response.StatusCode);
        }
    }

    [Fact]
    public async Task Each_end_is_told_at_once_and_a_fault_after_it_too()
    {
        // The script ends its first branch, and fails once this file is there.
        var failNow = $"{game.Host}.fail";
        FaultyClipGame.WriteScript(game.Host,
            $"{ReadRequest}; echo 'branch 0 1 -'; echo end; while [ ! -e '{failNow}' ]; do sleep 0.1; done; exit 3");
        using var request = new HttpRequestMessage(HttpMethod.Post, Branches)
        {
            Content = new StringContent("""{"branches": [{"settle": 1}, {"settle": 1}]}""", null, "application/json"),
            Headers = { Accept = { new("application/x-ndjson") } },
        };
        using var response = await game.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal((200, "application/x-ndjson"), ((int)response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        using var lines = new StreamReader(await response.Content.ReadAsStreamAsync());
        Assert.StartsWith("""{"index":0,"name":"0","frames":1""", await lines.ReadLineAsync(), StringComparison.Ordinal);
        await File.WriteAllTextAsync(failNow, "");
        var problem = JsonDocument.Parse((await lines.ReadLineAsync())!).RootElement.GetProperty("problem");
        Assert.Equal((503, "The emulator ended with exit code 3."),
            (problem.GetProperty("status").GetInt32(), problem.GetProperty("detail").GetString()!.Trim()));
        Assert.Null(await lines.ReadLineAsync());
    }

    [Fact]
    public async Task A_client_that_disconnects_ends_its_branches_and_too_many_requests_are_refused()
    {
        // Moved when it is complete, so that the test reads no part of it.
        var pidFile = $"{game.Host}.pid";
        FaultyClipGame.WriteScript(game.Host, $"echo $$ > '{pidFile}.new'; mv '{pidFile}.new' '{pidFile}'; exec sleep 1000");
        using var hangUp = new CancellationTokenSource();
        var first = game.Client.PostAsync(Branches, Body(), hangUp.Token);
        await Eventually.HoldsAsync(() => Task.FromResult(File.Exists(pidFile)), "the program runs");
        // 16 requests may wait for the only process.
        var waiting = Enumerable.Range(0, 17).Select(_ => game.Client.PostAsync(Branches, Body(), hangUp.Token)).ToArray();
        var done = await Task.WhenAny(waiting);
        using (var refused = await done)
            Assert.Equal((503, true), ((int)refused.StatusCode, refused.Headers.RetryAfter is not null));
        var program = (await File.ReadAllTextAsync(pidFile)).Trim();
        await hangUp.CancelAsync();
        foreach (var asked in waiting.Except([done]).Append(first))
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        await HasEndedAsync(program);
        File.Delete(pidFile);
    }

    private static StringContent Body() => new(Request, null, "application/json");

    private static Task HasEndedAsync(string program) => Eventually.HoldsAsync(
        () => Task.FromResult(!Directory.Exists($"/proc/{int.Parse(program, CultureInfo.InvariantCulture)}")), "the program has ended");
}
