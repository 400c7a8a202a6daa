using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Bridge.Testing;

/// <summary>
/// A peer that speaks docs/protocol.md and does what a test tells it to, for faults that a real emulator can't be made to
/// show. It answers hello, authenticate, info and ping by itself; all other requests wait for the test.
/// </summary>
public sealed class FakeEmulator : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    private readonly ConcurrentQueue<FakeRequest> _received = new();
    private readonly Channel<FakeRequest> _waiting = Channel.CreateUnbounded<FakeRequest>();
    private readonly ConcurrentDictionary<FakeConnection, byte> _connections = new();
    private readonly string? _socketPath;
    private Socket? _listener;

    /// <summary>Starts listening.</summary>
    /// <param name="socketPath">The path of a Unix socket, which must be new; null: a port on 127.0.0.1.</param>
    public FakeEmulator(string? socketPath = null)
    {
        (_socketPath, Port, Address) = socketPath is null ? (null, FreePort.Take(), (string?)null) : (socketPath, 0, "unix");
        StartListening();
    }

    /// <summary>Gets its port on 127.0.0.1, the same one for its lifetime; 0 at a Unix socket.</summary>
    public int Port { get; }

    /// <summary>Gets or sets the frame in its replies; -1 without a game.</summary>
    public long Frame { get; set; } = 1834;

    /// <summary>Gets or sets the secret that it proves to know; by default none.</summary>
    public string? Secret { get; set; }

    /// <summary>Gets or sets where it says that it listens; null: where it does.</summary>
    public string? Address { get; set; }

    /// <summary>Gets or sets the status of the reply to hello; anything but <c>ok</c> closes the connection after it.</summary>
    public string HelloStatus { get; set; } = "ok";

    /// <summary>Gets or sets the arguments of a reply that refuses the hello.</summary>
    public IReadOnlyList<string> HelloArguments { get; set; } = [];

    /// <summary>Gets or sets whether it answers hello. False: it accepts connections and never replies to hello.</summary>
    public bool AnswersHello { get; set; } = true;

    /// <summary>Gets or sets whether it answers pings. False: they wait for the test, as in a paused game.</summary>
    public bool AnswersPing { get; set; } = true;

    public bool AnswersInfo { get; set; } = true;

    /// <summary>Gets or sets the facts in the replies to authenticate and info.</summary>
    public IReadOnlyList<string> Facts { get; set; } =
    [
        "protocol=3", "script=1.0.0", "instance=fake1", "mgba=0.10", "platform=GBA",
        "title=BUTTONTEST", "code=ABTE", "model=AGB", "crc32=1a2b3c4d",
        "size=4096", "capabilities=screen,idle", "clients=1", "memory=100000",
    ];

    /// <summary>Gets or sets further facts, in the payload of these replies.</summary>
    public byte[] FactLines { get; set; } = [];

    /// <summary>Gets or sets a handler that returns true if it has replied. Null: every request waits for the test.</summary>
    public Func<FakeRequest, Task<bool>>? Answers { get; set; }

    /// <summary>Gets all messages received, in order.</summary>
    public IReadOnlyCollection<FakeRequest> Received => _received;

    /// <summary>Gets all messages received except hello, authenticate, ping and info.</summary>
    public IEnumerable<FakeRequest> Commands =>
        _received.Where(request => request.Command is not ("hello" or "authenticate" or "ping" or "info"));

    /// <summary>Gets the open connections.</summary>
    public IReadOnlyCollection<FakeConnection> Connections => [.. _connections.Keys];

    /// <summary>Returns the next request that it has not answered by itself, cancels included.</summary>
    /// <param name="command">The command to wait for; other requests are skipped.</param>
    public async Task<FakeRequest> NextRequestAsync(string? command = null)
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            while (true)
            {
                var request = await _waiting.Reader.ReadAsync(patience.Token).ConfigureAwait(false);
                if (command is null || request.Command == command)
                    return request;
            }
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"No request {command} came; there were: {string.Join(", ", _received)}.");
        }
    }

    /// <summary>Starts listening; does nothing if it already listens.</summary>
    public void StartListening()
    {
        if (_listener is not null)
            return;
        var listener = _socketPath is null
            ? new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
            : new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        if (_socketPath is null)
            listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(_socketPath is null ? new IPEndPoint(IPAddress.Loopback, Port) : new UnixDomainSocketEndPoint(_socketPath));
        listener.Listen();
        _listener = listener;
        _ = AcceptAsync(listener);
    }

    /// <summary>Stops accepting connections; open connections stay.</summary>
    public void StopListening()
    {
        _listener?.Dispose();
        _listener = null;
    }

    /// <summary>Simulates a loss of power: no packet is acknowledged any more, on Linux.</summary>
    public void Vanish()
    {
        if (_listener is not null)
            PacketLoss.Begin(_listener);
        foreach (var connection in Connections)
            connection.Vanish();
    }

    /// <summary>Stops listening and closes every connection gracefully.</summary>
    public void Stop()
    {
        StopListening();
        foreach (var connection in Connections)
            connection.Close();
    }

    public ValueTask DisposeAsync()
    {
        Stop();
        return ValueTask.CompletedTask;
    }

    /// <summary>Answers a hello. The client sends authenticate then.</summary>
    public Task ChallengeAsync(FakeRequest hello)
    {
        var (client, nonce, address) = (hello.Arguments[1], hello.Arguments[2], Address ?? $"127.0.0.1:{Port}");
        return hello.ReplyAsync(ScriptProof.Nonce, ScriptProof.Of(Secret, "script", nonce, ScriptProof.Nonce, address, client), address);
    }

    internal async Task HandleAsync(FakeRequest request)
    {
        _received.Enqueue(request);
        if (request.Command == "hello" && AnswersHello)
        {
            await (HelloStatus == "ok" ? ChallengeAsync(request) : request.ReplyAsync(HelloStatus, HelloArguments, []))
                .ConfigureAwait(false);
            if (HelloStatus != "ok")
                request.Connection.Close();
        }
        else if (request.Command == "authenticate")
        {
            await request.ReplyAsync("ok", Facts, FactLines).ConfigureAwait(false);
        }
        else if (request.Command == "ping" && AnswersPing)
        {
            await request.ReplyAsync().ConfigureAwait(false);
        }
        else if (request.Command == "info" && AnswersInfo)
        {
            await request.ReplyAsync("ok", Facts, FactLines).ConfigureAwait(false);
        }
        else if (Answers is not { } answers || !await answers(request).ConfigureAwait(false))
        {
            _waiting.Writer.TryWrite(request);
        }
    }

    private async Task AcceptAsync(Socket listener)
    {
        try
        {
            while (true)
            {
                var connection = new FakeConnection(this, await listener.AcceptAsync().ConfigureAwait(false));
                _connections.TryAdd(connection, 0);
                _ = ServeAsync(connection);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The test has stopped listening.
        }
    }

    private async Task ServeAsync(FakeConnection connection)
    {
        await connection.ReadAsync().ConfigureAwait(false);
        _connections.TryRemove(connection, out _);
    }
}
