using System.Net.Sockets;
using System.Runtime.Versioning;

namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>The bridge's sockets in the file system: their owner, when they are replaced, and their removal.</summary>
[SupportedOSPlatform("linux")]
public sealed class SocketFileTests(RunningGame game) : IClassFixture<RunningGame>
{
    private readonly string _http = SocketPath.Take();
    private readonly string _raw = SocketPath.Take();

    // Exit codes of a bridge (docs/install.md): 2 for a setting that can't work, 75 for a start that may succeed later.
    private BridgeProcess Start(params string[] more) =>
        new(["--unix", _http, "--raw-unix", _raw, $"--Bridge:Emulators:default:Port={game.Emulator.Port}", .. more]);

    [Fact]
    public async Task Sockets_belong_to_the_account_and_are_removed_with_the_bridge()
    {
        await using var bridge = Start();
        await bridge.ListensAsync();
        Assert.All([_http, _raw], path => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path)));
        using var idle = await RawClient.ConnectWithHelloAsync(_raw);
        using var half = await RawClient.ConnectAsync(_raw);
        await half.SendRawAsync("hel");
        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Empty(await idle.EndsAsync());
        Assert.Equal(0, await bridge.EndsAsync());
        Assert.All([_http, _raw], path => Assert.False(Path.Exists(path)));
    }

    [Fact]
    public async Task Their_mode_can_be_set()
    {
        await using var bridge = Start("--Bridge:Unix:Mode=0660", "--Bridge:Raw:Unix:Mode=600");
        await bridge.ListensAsync();
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite,
            File.GetUnixFileMode(_http));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_raw));
    }

    [Fact]
    public async Task The_socket_of_a_killed_bridge_is_replaced_and_that_of_a_running_one_is_not()
    {
        await using (var killed = Start())
            await killed.ListensAsync();
        // A killed bridge leaves its sockets.
        Assert.All([_http, _raw], path => Assert.True(Path.Exists(path)));
        await using var bridge = Start();
        await bridge.ListensAsync();
        using (await RawClient.ConnectWithHelloAsync(_raw))
            Assert.Equal(200, (await AskAsync("localhost")).Status);

        foreach (var (option, path) in ((string, string)[])[("--unix", _http), ("--raw-unix", _raw)])
        {
            await using var second = new BridgeProcess(option, path);
            Assert.Equal(75, await second.EndsAsync());
            Assert.Contains($"Another process listens at {path}", second.Output, StringComparison.Ordinal);
        }

        using (await RawClient.ConnectWithHelloAsync(_raw))
            Assert.Equal(200, (await AskAsync("localhost")).Status);
    }

    [Fact]
    public async Task An_empty_file_is_not_replaced()
    {
        await File.WriteAllTextAsync(_raw, "");
        await using var bridge = Start();
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains("is not a socket", bridge.Output, StringComparison.Ordinal);
        Assert.True(File.Exists(_raw));
        File.Delete(_raw);
    }

    // The Host header over a Unix socket is chosen by a program, so its port is ignored; a page's host name is still refused.
    [Theory]
    [InlineData("localhost", null, 200)]
    [InlineData("localhost:1", null, 200)]
    [InlineData("127.0.0.1", null, 200)]
    [InlineData("evil.example", null, 421)]
    [InlineData("localhost", "http://localhost", 200)]
    [InlineData("localhost", "https://evil.example", 403)]
    public async Task HTTP_works_over_a_Unix_socket(string host, string? origin, int status)
    {
        await using var bridge = Start();
        await bridge.ListensAsync();
        Assert.Equal(status, (await AskAsync(host, origin)).Status);
    }

    [Fact]
    public async Task Tokens_are_required_on_Unix_sockets_as_well()
    {
        await using var bridge = Start("--Bridge:Tokens:me:Value=me-0123456789abcdef");
        await bridge.ListensAsync();
        Assert.Equal(401, (await AskAsync("localhost", path: "/emulators")).Status);
    }

    private async Task<(int Status, string Text)> AskAsync(string host, string? origin = null, string path = "/health/live")
    {
        using var client = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (_, cancellation) =>
            {
                var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
                await socket.ConnectAsync(new UnixDomainSocketEndPoint(_http), cancellation);
                return new NetworkStream(socket, ownsSocket: true);
            },
        });
        using var request = new HttpRequestMessage(HttpMethod.Get, $"http://localhost{path}") { Headers = { Host = host } };
        if (origin is not null)
            request.Headers.Add("Origin", origin);
        using var response = await client.SendAsync(request);
        return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
    }
}
