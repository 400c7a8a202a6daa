using System.Security.Cryptography.X509Certificates;
using static Bridge.Testing.WitnessServer;

namespace Bridge.Api.Tests.Composition.CommandLine;

/// <summary>Commands that send requests to a bridge: neither a proxy nor another server gets their token or body.</summary>
public sealed class NetworkTests : IDisposable
{
    private const string Secret = "a-token-of-a-test";
    private const string Message = """{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}""";
    private const string Listed = """{"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}""";

    private readonly SelfSigned _files = new();
    private readonly string _token = Path.GetTempFileName();

    public NetworkTests() => File.WriteAllText(_token, Secret);

    public static TheoryData<int, string> Redirects =>
        new(from status in (int[])[301, 302, 303, 307, 308] from command in (string[])["mcp", "check"] select (status, command));

    public void Dispose()
    {
        File.Delete(_token);
        _files.Dispose();
    }

    [Theory]
    [InlineData("http", "127.0.0.1", "http")]
    [InlineData("http", "localhost", "http")]
    [InlineData("http", "127.0.0.1", "https")]
    [InlineData("https", "127.0.0.1", "http")]
    [InlineData("https", "localhost", "https")]
    public async Task Requests_to_loopback_bypass_the_proxies_of_the_environment(string scheme, string host, string proxyScheme)
    {
        using var bridge = new WitnessServer(Response(200, Listed), scheme == "https" ? NewCertificate() : null);
        using var proxy = new WitnessServer(Response(200, Listed), proxyScheme == "https" ? NewCertificate() : null);
        var address = $"{scheme}://{host}:{bridge.Port}";

        var relayed = await RunAsync("mcp", address, proxy.Address);
        var check = await RunAsync("check", address, proxy.Address);

        Assert.Equal((0, "", 0), (proxy.Connections, proxy.Received, check.ExitCode));
        Assert.Equal(Listed, relayed.Output.Trim());
        Assert.Contains($"Authorization: Bearer {Secret}", bridge.Received, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mcp")]
    [InlineData("check")]
    public async Task Plain_HTTP_to_another_host_bypasses_the_proxies_of_the_environment(string command)
    {
        using var proxy = new WitnessServer(Response(200, Listed));

        var run = await RunAsync(command, "http://bridge.invalid:7185", proxy.Address);

        Assert.Equal((0, ""), (proxy.Connections, proxy.Received));
        AssertFails(command, run, "no-bridge: Nothing listens at http://bridge.invalid:7185");
    }

    [Theory]
    [InlineData("mcp")]
    [InlineData("check")]
    public async Task A_proxy_that_poses_as_another_host_gets_no_more_than_the_name(string command)
    {
        using var proxy = new WitnessServer(Response(200, Listed), NewCertificate(), isProxy: true);

        var run = await RunAsync(command, "https://bridge.invalid:7185", proxy.Address);

        Assert.StartsWith("CONNECT bridge.invalid:7185 HTTP/1.1\r\n", proxy.Received, StringComparison.Ordinal);
        Assert.DoesNotContain(Secret, proxy.Received, StringComparison.Ordinal);
        Assert.DoesNotContain("POST ", proxy.Received, StringComparison.Ordinal);
        AssertFails(command, run, "no-bridge: No secure connection to https://bridge.invalid:7185 (");
    }

    [Theory]
    [InlineData("mcp")]
    [InlineData("check")]
    public async Task A_proxy_that_refuses_leaves_nothing_unknown(string command)
    {
        using var proxy = new WitnessServer(Response(407));

        var run = await RunAsync(command, "https://bridge.invalid:7185", proxy.Address);

        AssertFails(command, run, "no-bridge: No secure connection to https://bridge.invalid:7185 (");
    }

    [Theory]
    [MemberData(nameof(Redirects))]
    public async Task Redirects_are_not_followed(int status, string command)
    {
        using var target = new WitnessServer(Response(200, Listed));
        using var bridge = new WitnessServer(Redirect(status, $"{target.Address}/mcp?token=x"));

        var run = await RunAsync(command, bridge.Address, proxy: "");

        Assert.Equal((0, ""), (target.Connections, target.Received));
        AssertFails(command, run,
            $"The bridge answered {status} and points to {target.Address}; clients do not follow redirects. Use that address.");
    }

    [Theory]
    [InlineData("/mcp")]
    [InlineData("//other/mcp")]
    [InlineData("ftp://other/mcp")]
    [InlineData("http://")]
    public async Task A_redirect_without_an_origin_names_none(string location)
    {
        using var bridge = new WitnessServer(Redirect(302, location));

        AssertFails("check", await RunAsync("check", bridge.Address, proxy: ""),
            "The bridge answered 302; clients do not follow redirects. Check the address.");
    }

    [Fact]
    public async Task Doctor_bypasses_the_proxies_of_the_environment()
    {
        using var proxy = new WitnessServer(Response(200, "live"));
        var address = $"http://127.0.0.1:{FreePort.Take()}";

        var run = await BridgeRun.InAsync("/", Proxies(proxy.Address), "doctor", "--urls", address, "--script-port", $"{FreePort.Take()}");

        Assert.Contains($"{address} is free.", run.Output, StringComparison.Ordinal);
        Assert.Equal(0, proxy.Connections);
    }

    private static (string, string)[] Proxies(string address) =>
    [
        .. from name in (string[])["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
           select (name, address),
        ("no_proxy", ""), ("NO_PROXY", ""),
    ];

    private static void AssertFails(string command, BridgeRun run, string sentence)
    {
        if (command == "mcp")
        {
            Assert.Contains("\"error\":", run.Output, StringComparison.Ordinal);
            Assert.Contains(sentence, run.Output, StringComparison.Ordinal);
            Assert.Contains("Nothing was done.", run.Output, StringComparison.Ordinal);
            return;
        }

        Assert.Equal((1, ""), (run.ExitCode, run.Output));
        // check has another sentence when no connection can be made.
        if (!sentence.StartsWith("no-bridge", StringComparison.Ordinal))
            Assert.Equal(sentence, run.Errors.Trim());
    }

    private X509Certificate2 NewCertificate() => X509CertificateLoader.LoadPkcs12FromFile(_files.Pfx, SelfSigned.Password);

    private Task<BridgeRun> RunAsync(string command, string address, string proxy) => command == "mcp"
        ? BridgeRun.WithInputAsync(Message + "\n", Proxies(proxy), "mcp", "--url", address, "--token-file", _token)
        : BridgeRun.InAsync("/", Proxies(proxy), "check", $"{address}/health/ready");
}
