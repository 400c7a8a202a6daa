using System.Diagnostics;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>
/// The protocol's official conformance suite, which tests/mcp/run.sh installs; BRIDGE_MCP_CONFORMANCE names its folder. The real server
/// lacks the fixed tools that some scenarios call: those are listed in tests/mcp/expected and run against
/// <see cref="FixedServer"/>.
/// </summary>
public sealed class ConformanceTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string NotInstalled = "the conformance suite is not installed; tests/mcp/run.sh installs it";

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);
    private static readonly string? Folder = Environment.GetEnvironmentVariable("BRIDGE_MCP_CONFORMANCE");

    [Theory]
    [InlineData("2026-07-28")]
    [InlineData("2025-11-25")]
    public async Task The_bridge_conforms(string revision) =>
        await RunAsync(new Uri(game.Client.BaseAddress!, "/mcp"), revision, "bridge");

    [Theory]
    [InlineData("2026-07-28")]
    [InlineData("2025-11-25")]
    public async Task Fixed_tools_behind_the_same_middlewares_conform(string revision)
    {
        await using var server = new FixedServer();
        await RunAsync(new Uri(server.Address, "/mcp"), revision, "fixed");
    }

    [Trait("Needs", "picture")]
    [Theory]
    [InlineData("client.mjs")]
    [InlineData("sdk.mjs")]
    public async Task Clients_of_node_list_call_and_see_pictures(string program) => await RunAsync(
        [RepositoryRoot.Combine("tests", "mcp", program), new Uri(game.Client.BaseAddress!, "/mcp").ToString(), FolderOrSkip()]);

    private static Task RunAsync(Uri address, string revision, string server) => RunAsync(
    [
        Path.Combine(FolderOrSkip(), "node_modules", ".bin", "conformance"), "server", "--url", address.ToString(),
        "--requirements", revision, "--expected-failures", RepositoryRoot.Combine("tests", "mcp", "expected", $"{server}-{revision}.yaml"),
    ]);

    private static string FolderOrSkip()
    {
        Assert.SkipWhen(Folder is not { Length: > 0 }, NotInstalled);
        return Folder!;
    }

    private static async Task RunAsync(string[] arguments)
    {
        var start = new ProcessStartInfo(Path.Combine(FolderOrSkip(), "node_modules", ".bin", "node"), arguments);
        var run = await FinishedProcess.RunAsync(start, limit: Patience);
        Assert.True(run.ExitCode == 0, run.All);
    }
}
