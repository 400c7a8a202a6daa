using System.Collections.Concurrent;
using System.Net.Sockets;
using Bridge.SocketPool.Secrets;
using Bridge.Testing;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Secrets;

/// <summary>Script and client prove to each other that they know the secret. Nothing of a false script is believed.</summary>
public sealed class HandshakeTests : IAsyncLifetime
{
    private const string Secret = "a secret of both, with ä";

    private readonly FakeEmulator _fake = new() { Secret = Secret };
    private readonly DirectoryInfo _keys = Directory.CreateTempSubdirectory("bridge-keys-");
    private EmulatorClient? _client;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (_client is not null)
            await _client.DisposeAsync();
        await _fake.DisposeAsync();
        _keys.Delete(recursive: true);
    }

    [Fact]
    public async Task The_secret_is_proved_and_never_sent()
    {
        Connect(Secret);
        await ReachesAsync(EmulatorState.Running);
        var (hello, proof) = (Received("hello")[0], Received("authenticate")[0]);
        Assert.Equal(ScriptProof.Version, hello[0]);
        var expected = ScriptProof.Of(Secret, "client", hello[2], ScriptProof.Nonce, $"127.0.0.1:{_fake.Port}", hello[1]);
        Assert.Equal([expected], proof);
        Assert.DoesNotContain(_fake.Received, request => request.Arguments.Any(argument => argument.Contains("secret")));
    }

    [Fact]
    public async Task Each_connection_has_its_own_nonce()
    {
        Connect(Secret, connections: 8);
        await Eventually.HoldsAsync(() => _client!.Status.OpenConnections == 8);
        Assert.Equal(8, Received("hello").Select(hello => hello[2]).Distinct().Count());
        Assert.All(Received("hello"), hello => Assert.Matches("^[0-9a-f]{32}$", hello[2]));
    }

    [Theory]
    [InlineData("another secret")]
    [InlineData("")]
    public async Task A_script_with_another_secret_is_sent_no_proof(string secret)
    {
        Connect(secret);
        await ReachesAsync(EmulatorState.WrongSecret);
        Assert.Empty(Received("authenticate"));
        Assert.Contains("secret", _client!.LastConnectError!.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1:1")]
    [InlineData("unix")]
    [InlineData("192.168.1.2:8888")]
    public async Task A_script_behind_a_relay_is_sent_no_proof(string address)
    {
        _fake.Address = address;
        Connect(Secret);
        await ReachesAsync(EmulatorState.ForeignScript);
        Assert.Empty(Received("authenticate"));
        Assert.Equal($"The script listens at {address} instead of 127.0.0.1:{_fake.Port}: a program in between relays the connection.",
            _client!.LastConnectError!.Message);
        var exception = await Assert.ThrowsAsync<EmulatorException>(async () => await _client.EchoAsync("x", CancellationToken.None));
        Assert.Equal(EmulatorFailure.ForeignScript, exception.Failure);
    }

    [Fact]
    public async Task A_forwarded_port_can_be_configured()
    {
        _fake.Address = "127.0.0.1:8888";
        _client = New(new EmulatorOptions { Port = _fake.Port, ScriptPort = 8888, Secret = Secret });
        await ReachesAsync(EmulatorState.Running);
    }

    // Only Linux says whose the script is.
    [Fact]
    public async Task A_script_without_a_secret_is_believed_if_it_belongs_to_this_account()
    {
        _fake.Secret = null;
        Connect(Secret);
        await ReachesAsync(OperatingSystem.IsLinux() ? EmulatorState.Running : EmulatorState.WrongSecret);
        Assert.All(Received("authenticate"), proof => Assert.Equal([""], proof));
    }

    [Theory]
    [InlineData("")]
    [InlineData("00112233445566778899aabbccddeeff")]
    [InlineData("0011 - 127.0.0.1:8888")]
    public async Task A_reply_without_a_nonce_or_an_address_is_no_script(string arguments)
    {
        _fake.AnswersHello = false;
        Connect(Secret);
        await (await _fake.NextRequestAsync("hello")).ReplyAsync("ok", arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries), []);
        await Eventually.HoldsAsync(() => _client!.LastConnectError is EmulatorException { Failure: EmulatorFailure.ProtocolError });
        Assert.Equal(EmulatorState.NoEmulator, _client!.State);
    }

    [Fact]
    public async Task Notices_before_the_proof_are_not_believed()
    {
        _fake.AnswersHello = false;
        Connect(Secret);
        var hello = await _fake.NextRequestAsync("hello");
        await hello.Connection.ReplyAsync(0, "crashed", ["1"], []);
        await hello.Connection.ReplyAsync(0, "no-game", [], []);
        await _fake.ChallengeAsync(hello);
        await ReachesAsync(EmulatorState.Running);
    }

    [Fact]
    public async Task A_program_that_sends_its_reply_byte_by_byte_counts_as_silent()
    {
        _fake.AnswersHello = false;
        _client = New(new EmulatorOptions
        {
            Port = _fake.Port, Secret = Secret, Connections = 1, PausedAfter = TimeSpan.FromMilliseconds(100),
        });
        var hello = await _fake.NextRequestAsync("hello");
        // A header has room for a thousand bytes.
        await hello.Connection.SendAsync("1 ok 0 0 "u8.ToArray());
        await Eventually.HoldsAsync(async () =>
        {
            await hello.Connection.SendAsync("x"u8.ToArray());
            return _client.State == EmulatorState.Paused;
        });
    }

    [Fact]
    public async Task Refusals_without_end_are_logged_once_a_connection()
    {
        _fake.AnswersHello = false;
        var log = new Lines();
        _client = EmulatorClient.Unchecked(
            "default", new EmulatorOptions { Port = _fake.Port, Secret = Secret, Connections = 1 }, TimeProvider.System, log);
        var hello = await _fake.NextRequestAsync("hello");
        for (var i = 0; i < 1000; i++)
            await hello.Connection.ReplyAsync(0, i % 2 == 0 ? "busy" : "bad-hello", [], []);
        await _fake.ChallengeAsync(hello);
        await ReachesAsync(EmulatorState.Running);
        Assert.Single(log.Written, line => line.Contains("refuses the connection", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_unix_socket_with_a_long_path_is_reached()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux reaches a socket by its folder's descriptor.");
        var folder = _keys.CreateSubdirectory(new string('x', 200));
        var path = Path.Combine(folder.FullName, "socket");
        Assert.False(await EmulatorClient.ListensAsync(path, CancellationToken.None));
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        var shorter = Path.Combine(_keys.FullName, "socket");
        listener.Bind(new UnixDomainSocketEndPoint(shorter));
        listener.Listen();
        File.Move(shorter, path);
        Assert.True(await EmulatorClient.ListensAsync(path, CancellationToken.None));
        Assert.False(await EmulatorClient.ListensAsync(path + "2", CancellationToken.None));
    }

    private void Connect(string secret, int connections = 1) => _client = New(new EmulatorOptions
    {
        Port = _fake.Port, Secret = secret, KeyFolder = _keys.FullName, Connections = connections,
    });

    private static EmulatorClient New(EmulatorOptions options) =>
        EmulatorClient.Unchecked("default", options, TimeProvider.System, NullLogger.Instance);

    private async Task ReachesAsync(EmulatorState state) =>
        await Eventually.HoldsAsync(() => _client!.State == state, $"{state}; it is {_client!.State}");

    private IReadOnlyList<string>[] Received(string command) =>
        [.. _fake.Received.Where(request => request.Command == command).Select(request => request.Arguments)];

    private sealed class Lines : ILogger
    {
        public ConcurrentQueue<string> Written { get; } = new();

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Written.Enqueue(formatter(state, exception));
    }
}
