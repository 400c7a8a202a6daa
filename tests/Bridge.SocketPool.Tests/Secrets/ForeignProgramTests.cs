using System.Net;
using System.Net.Sockets;
using Bridge.SocketPool.Secrets;
using Bridge.SocketPool.Connections;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>A program of another account at the script's port gets nothing, and nothing of it is believed. Needs root.</summary>
public sealed class ForeignProgramTests : IAsyncLifetime
{
    private const string Secret = "a secret of both";

    private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
    private EmulatorClient? _client;

    public ValueTask InitializeAsync()
    {
        Assert.SkipWhen(OtherAccount.Missing is not null, OtherAccount.Missing ?? "");
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();
        _keys.Delete(recursive: true);
    }

    [Theory]
    [InlineData("playing")]
    [InlineData("silent")]
    [InlineData("lying")]
    public async Task A_program_of_another_account_is_sent_nothing_but_a_nonce_and_a_ping(string mode)
    {
        var port = FreePort.Take();
        using var stranger = new ForeignListener(port, mode);
        await stranger.ListensAsync();
        _client = New(new EmulatorOptions
        {
            Port = port, KeyFolder = _keys.FullName, PausedAfter = TimeSpan.FromMilliseconds(100), Connections = 1,
        });
        await ReachesAsync(EmulatorState.ForeignScript);
        if (mode != "silent")
            Assert.Equal($"The program at 127.0.0.1:{port} belongs to another account ({OtherAccount.User}).",
                _client.LastConnectError!.Message);
        await Assert.ThrowsAsync<EmulatorException>(async () => await _client.EchoAsync("x", CancellationToken.None));
        await _client.DisposeAsync();
        await Eventually.HoldsAsync(() => stranger.Received.Count > 0);
        const string Hello = @"\d+ hello \d+ 0 3 bridge/default/[0-9a-f]{4} [0-9a-f]{32}\n<\|END\|>";
        const string Ping = @"\d+ ping \d+ 0\n<\|END\|>";
        Assert.All(stranger.Received, received => Assert.Matches($@"\A({Hello}({Ping})?)?\z", received));
    }

    // Such a program could once get the secret of the key file: after it had closed its listener, no account was found,
    // and that was trusted.
    [Theory]
    [InlineData("closing")]
    [InlineData("playing")]
    [InlineData("lying")]
    public async Task In_500_races_it_gets_no_secret_and_is_not_believed(string mode)
    {
        var port = FreePort.Take();
        using var stranger = new ForeignListener(port, mode);
        await stranger.ListensAsync();
        for (var race = 0; stranger.Received.Count(received => received.Length > 0) < 500; race++)
        {
            Assert.True(race < 5000, $"only {stranger.Received.Count} connections were accepted");
            await using var client = New(new EmulatorOptions { Port = port, KeyFolder = _keys.FullName, Connections = 1, Retries = 0 });
            await Eventually.HoldsAsync(() => client.LastConnectError is not null || client.State == EmulatorState.Running);
            Assert.NotEqual(EmulatorState.Running, client.State);
        }

        var secret = File.ReadLines(Path.Combine(_keys.FullName, $"script-{port}.key")).First();
        Assert.All(stranger.Received, received =>
        {
            Assert.DoesNotContain(secret, received, StringComparison.Ordinal);
            Assert.DoesNotContain("authenticate", received, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task With_a_configured_secret_the_proof_decides_and_not_the_account()
    {
        var port = FreePort.Take();
        using var stranger = new ForeignListener(port, "playing");
        await stranger.ListensAsync();
        _client = New(new EmulatorOptions { Port = port, Secret = Secret });
        await ReachesAsync(EmulatorState.WrongSecret);
    }

    // Such a program could hold the connection until the script listens there, and then relay it: the address would be right.
    [Fact]
    public async Task With_a_configured_secret_a_program_of_another_account_than_the_listener_is_foreign()
    {
        var port = FreePort.Take();
        using var stranger = new ForeignListener(port, "leaving");
        await stranger.ListensAsync();
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(IPAddress.Loopback, port);
        await stranger.LeavesAsync();
        var handshake = new Handshake(
            new EmulatorOptions { Port = port }, "me", new ScriptSecret(Secret, IsShared: true), new PeerAccount(client), address: null);
        Assert.Null(handshake.FindForeigner());
        using var script = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        script.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        script.Bind(new IPEndPoint(IPAddress.Loopback, port));
        script.Listen();
        Assert.Equal(EmulatorFailure.ForeignScript, handshake.FindForeigner()?.Failure);
    }

    private static EmulatorClient New(EmulatorOptions options) =>
        EmulatorClient.Unchecked("default", options, TimeProvider.System, NullLogger.Instance);

    private async Task ReachesAsync(EmulatorState state) =>
        await Eventually.HoldsAsync(() => _client!.State == state, $"{state}; it is {_client!.State}");
}
