using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Events;
using Bridge.RawListener.Sockets;

namespace Bridge.Api.Tests.Composition.Raw;

/// <summary>
/// An in-memory socket system. Its clients outlive it, so that several systems can serve them in turn; its calls fail when a test says so.
/// </summary>
internal sealed class ScriptedSystem(ScriptedClients clients) : ISocketSystem
{
    private readonly AutoResetEvent _wake = new(false);
    private readonly ConcurrentDictionary<int, int> _tags = [];

    public int Wait(Span<SocketEvent> happened, int milliseconds)
    {
        while (true)
        {
            clients.Failing(nameof(Wait));
            var count = 0;
            if (clients.HasComing)
                happened[count++] = new SocketEvent(-2, SocketInterest.Receive, HasHungUp: false);
            foreach (var (socket, tag) in _tags)
            {
                if (socket != ScriptedClients.Listener && clients.HasInput(socket))
                    happened[count++] = new SocketEvent(tag, SocketInterest.Receive, HasHungUp: false);
            }

            if (count > 0 || _wake.WaitOne(5))
                return count;
        }
    }

    public void Wake()
    {
        try
        {
            _wake.Set();
        }
        catch (ObjectDisposedException)
        {
            // The listener has ended.
        }
    }

    public bool Watch(int socket, int tag, SocketInterest interest, bool isNew)
    {
        if (isNew)
            _tags[socket] = tag;
        return !clients.Refuses(socket);
    }

    public int Accept(int listener)
    {
        clients.Failing(nameof(Accept));
        return clients.Accept();
    }

    public int Receive(int socket, Span<byte> buffer)
    {
        clients.Failing(nameof(Receive), socket);
        return clients.Receive(socket, buffer);
    }

    public int Send(int socket, ReadOnlySpan<byte> bytes)
    {
        clients.Failing(nameof(Send), socket);
        clients.Send(socket, Encoding.ASCII.GetString(bytes));
        return bytes.Length;
    }

    public void EndSending(int socket)
    {
        // In this fake, closing a socket reports its end as well.
    }

    public void Close(int socket)
    {
        _tags.TryRemove(socket, out _);
        clients.Close(socket);
    }

    public IPEndPoint? GetLocalEndPoint(int socket) => null;

    public IPEndPoint? GetRemoteEndPoint(int socket) => null;

    public void Dispose() => _wake.Dispose();
}

/// <summary>The clients of a <see cref="ScriptedSystem"/>, and the failures to inject.</summary>
internal sealed class ScriptedClients
{
    public const int Listener = 7;

    private readonly ConcurrentQueue<int> _coming = [];
    private readonly ConcurrentDictionary<int, ConcurrentQueue<string>> _input = [];
    private readonly ConcurrentDictionary<int, string> _answers = [];
    private readonly ConcurrentDictionary<int, bool> _closed = [];
    private (string Call, int? Socket, int Times) _failure;

    /// <summary>Gets or sets whether the listener is gone.</summary>
    public bool IsListenerGone { get; set; }

    public bool HasComing => !_coming.IsEmpty;

    /// <summary>Makes a call fail this number of times.</summary>
    public void Fail(string call, int? socket = null, int times = 1)
    {
        lock (_coming)
            _failure = (call, socket, times);
    }

    /// <summary>Connects a client that sends this text.</summary>
    public void Say(int socket, string message)
    {
        var isNew = !_input.ContainsKey(socket);
        _input.GetOrAdd(socket, _ => new ConcurrentQueue<string>()).Enqueue(message);
        if (isNew)
            _coming.Enqueue(socket);
    }

    /// <summary>Waits until a client has received this reply.</summary>
    public Task HearsAsync(int socket, string part) => Eventually.HoldsAsync(
        () => _answers.GetValueOrDefault(socket, "").Contains(part, StringComparison.Ordinal), $"{socket} hears {part}");

    /// <summary>Waits until a client was closed.</summary>
    public Task IsClosedAsync(int socket) => Eventually.HoldsAsync(() => IsClosed(socket), $"{socket} is closed");

    public bool IsClosed(int socket) => _closed.ContainsKey(socket);

    public bool HasInput(int socket) => !IsClosed(socket) && _input.TryGetValue(socket, out var input) && !input.IsEmpty;

    public bool Refuses(int socket) => socket == Listener && IsListenerGone;

    public void Failing(string call, int? socket = null)
    {
        lock (_coming)
        {
            if (_failure.Times == 0 || _failure.Call != call || (_failure.Socket is { } only && only != socket))
                return;
            _failure.Times--;
        }

        throw new InvalidOperationException($"The test lets {call} fail.");
    }

    public int Accept() => _coming.TryDequeue(out var socket) ? socket : ISocketSystem.WouldBlock;

    public int Receive(int socket, Span<byte> buffer) =>
        _input[socket].TryDequeue(out var message) ? Encoding.ASCII.GetBytes(message, buffer) : ISocketSystem.WouldBlock;

    public void Send(int socket, string text) => _answers.AddOrUpdate(socket, text, (_, before) => before + text);

    public void Close(int socket) => _closed[socket] = true;
}
