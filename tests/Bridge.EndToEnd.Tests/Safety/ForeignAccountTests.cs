using System.Text.Json;
using Bridge.EndToEnd.Tests.Raw;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Another account of this machine connects to the bridge's ports. Needs root.</summary>
public sealed class ForeignAccountTests(RawGame game) : IClassFixture<RawGame>
{
    private const string Press = "/emulators/default/buttons/press?buttons=A";
    private const string Token = "a-token-of-this-test";

    private static readonly (string Method, string Target, string? Json)[] Others =
    [
        ("GET", "/", null), ("GET", "/app.js", null), ("GET", "/swagger/index.html", null),
        ("GET", "/swagger/v1/swagger.json", null), ("GET", "/docs/security.md", null),
        ("GET", "/nothing", null), ("HEAD", "/", null), ("OPTIONS", "*", null), ("TRACE", "/health", null),
        ("PUT", "/health/live/", null), ("GET", "/health/../health", null),
    ];

    private readonly int _port = FreePort.Take();

    private string Emulator => $"--Bridge:Emulators:default:Port={game.Emulator.Port}";

    [Fact]
    public async Task Every_operation_and_every_other_path_is_refused()
    {
        SkipUnlessRoot();
        await using var counter = new CommandCounter(game.Emulator);
        var operations = (await OpenApiOperation.ReadAsync(game.Client))
            .Where(operation => !operation.Path.StartsWith("/health/", StringComparison.Ordinal));
        (string Method, string Target, string? Json)[] requests =
            [.. operations.Select(operation => (operation.Method, operation.ExampleUrl, operation.ExampleBody)),
                ("GET", Press, null), .. Others];
        await counter.CountsAsync(0, async () =>
        {
            var answers = await AskAsync(game.Client.BaseAddress!.Port, requests);
            for (var i = 0; i < requests.Length; i++)
            {
                Assert.True(answers[i].StartsWith("403 ", StringComparison.Ordinal), $"{requests[i]}: {answers[i]}");
                if (requests[i].Method != "HEAD")
                    Assert.Contains("#foreign-user", answers[i], StringComparison.Ordinal);
            }
        });
    }

    [Fact]
    public async Task The_refusal_names_the_account_and_what_to_do()
    {
        SkipUnlessRoot();
        var answer = Assert.Single(await AskAsync(game.Client.BaseAddress!.Port, ("GET", "/emulators/default/screen", null)));
        var problem = JsonDocument.Parse(answer[answer.IndexOf('{', StringComparison.Ordinal)..(answer.LastIndexOf('}') + 1)]).RootElement;
        Assert.Equal(("/docs/troubleshooting.md#foreign-user", 403),
            (problem.GetProperty("type").GetString(), problem.GetProperty("status").GetInt32()));
        var detail = problem.GetProperty("detail").GetString();
        Assert.Contains($"(uid {OtherAccount.User})", detail, StringComparison.Ordinal);
        Assert.Contains("Bridge__Tokens__me__Value", detail, StringComparison.Ordinal);
        Assert.Contains("Bridge__TrustNetwork=true", detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Liveness_and_readiness_need_no_account_check()
    {
        SkipUnlessRoot();
        Assert.All(await AskAsync(game.Client.BaseAddress!.Port, ("GET", "/health/live", null), ("GET", "/health/ready", null)),
            answer => Assert.StartsWith("200 ", answer, StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_raw_listener_refuses_the_account()
    {
        SkipUnlessRoot();
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(0, async () =>
        {
            var answer = await OtherAccount.OutputAsync("", "bash", "-c",
                "exec 3<>/dev/tcp/127.0.0.1/$0; timeout 20 cat <&3; true", $"{game.Address.Port}");
            Assert.StartsWith("foreign-user -1 ", answer, StringComparison.Ordinal);
            Assert.DoesNotContain("ok ", await OtherAccount.AskAsync(game.Address.Port,
                "hello 1<|END|>reset<|END|>memory.get 33555458 2 -<|END|>"), StringComparison.Ordinal);
        });
        using var own = await RawClient.ConnectAsync(game.Address);
        Assert.Equal("ok", (await own.AskAsync("hello 1 default")).Word);
    }

    [Fact]
    public async Task A_refused_account_disturbs_nobody_else()
    {
        SkipUnlessRoot();
        var presses = await game.PressesAsync(Button.A);
        await Task.WhenAll(Enumerable.Range(0, 8).Select(async _ =>
            Assert.StartsWith("403 ", Assert.Single(await AskAsync(game.Client.BaseAddress!.Port,
                ("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}"""))), StringComparison.Ordinal)));
        await game.PressAsync("B");
        Assert.Equal(presses, await game.PressesAsync(Button.A));
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task Both_loopback_addresses_are_checked(string address)
    {
        SkipUnlessRoot();
        await using var bridge = new BridgeProcess("--urls", $"http://localhost:{_port}", Emulator);
        await bridge.ListensAsync();
        Assert.StartsWith("403 ", Assert.Single(await AskAsync(_port, address, "", ("GET", Press, null))), StringComparison.Ordinal);
        using var own = new HttpClient();
        var host = address.Contains(':', StringComparison.Ordinal) ? $"[{address}]" : address;
        Assert.Contains("\"emulators\"", await own.GetStringAsync($"http://{host}:{_port}/health"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--http1.1")]
    [InlineData("--http2")]
    public async Task The_check_holds_over_tls(string version)
    {
        SkipUnlessRoot();
        using var certificate = new SelfSigned();
        await using var bridge = new BridgeProcess("--urls", $"https://127.0.0.1:{_port}", Emulator,
            $"--Kestrel:Certificates:Default:Path={certificate.Pem}", $"--Kestrel:Certificates:Default:KeyPath={certificate.Key}");
        await bridge.ListensAsync();
        var output = await OtherAccount.OutputAsync("", "curl", "-sk", version, "-w", " %{http_code} %{http_version}",
            $"https://127.0.0.1:{_port}{Press}");
        Assert.Contains("#foreign-user", output, StringComparison.Ordinal);
        Assert.EndsWith($" 403 {version[6..]}", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task With_tokens_the_token_decides()
    {
        SkipUnlessRoot();
        await using var bridge = new BridgeProcess(Emulator, $"--Bridge:Tokens:me:Value={Token}");
        await bridge.ListensAsync();
        var answers = await AskAsync(bridge.Address.Port, ("GET", "/emulators", null), ("GET", "/nothing", null));
        Assert.StartsWith("401 ", answers[0], StringComparison.Ordinal);
        Assert.StartsWith("404 ", answers[1], StringComparison.Ordinal);
        Assert.StartsWith("200 ", Assert.Single(await AskAsync(bridge.Address.Port, "127.0.0.1", $"Authorization: Bearer {Token}\r\n",
            ("GET", "/emulators", null))), StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_a_trusted_network_every_account_is_accepted()
    {
        SkipUnlessRoot();
        await using var bridge = new BridgeProcess(Emulator, "--Bridge:TrustNetwork=true");
        await bridge.ListensAsync();
        Assert.StartsWith("200 ", Assert.Single(await AskAsync(bridge.Address.Port, ("GET", "/emulators", null))),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_socket_in_the_file_system_has_its_own_permissions()
    {
        SkipUnlessRoot();
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess(Emulator, "--unix", path, "--Bridge:Unix:Mode=0666");
        await bridge.ListensAsync();
        Assert.Equal("200", await OtherAccount.OutputAsync("", "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}",
            "--unix-socket", path, "http://localhost/emulators"));
    }

    private static void SkipUnlessRoot() => Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");

    private static Task<IReadOnlyList<string>> AskAsync(int port, params (string Method, string Target, string? Json)[] requests) =>
        AskAsync(port, "127.0.0.1", "", requests);

    // Sends all requests over one connection, and returns the responses, each from its status on.
    private static async Task<IReadOnlyList<string>> AskAsync(int port, string address, string headers,
        params (string Method, string Target, string? Json)[] requests)
    {
        const string Begin = "HTTP/1.1 ";
        var text = string.Concat(requests.Select((request, i) =>
            $"{request.Method} {request.Target} HTTP/1.1\r\nHost: localhost:{port}\r\n{headers}"
            + $"Content-Type: application/json\r\nContent-Length: {request.Json?.Length ?? 0}\r\n"
            + $"{(i == requests.Length - 1 ? "Connection: close\r\n" : "")}\r\n{request.Json}"));
        var answers = (await OtherAccount.AskAsync(port, text, address, seconds: 25)).Split(Begin)[1..];
        Assert.Equal(requests.Length, answers.Length);
        return answers;
    }
}
