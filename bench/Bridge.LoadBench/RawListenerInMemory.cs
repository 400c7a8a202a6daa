using System.Collections.Concurrent;
using System.Net;
using Bridge.Api;
using Bridge.Api.Features.Events;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Loop;
using Bridge.RawListener.Model;
using Bridge.RawListener.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.LoadBench;

/// <summary>
/// Runs the real raw listener over an in-memory socket system, in a process of its own: more clients than a process may have file
/// descriptors connect, say hello, get a reply and stay. The in-memory system itself uses one byte for each client.
/// </summary>
internal sealed class RawListenerInMemory(int max) : ISocketSystem
{
    private const int Listener = -2;

    private readonly ConcurrentQueue<int> _ready = new();
    private readonly SemaphoreSlim _wake = new(0);
    private readonly bool[] _hasSpoken = new bool[max];
    private int _wanted;
    private int _accepted;
    private long _answered;

    /// <summary>Writes a line with the number of clients and the resident bytes for each of <paramref name="counts"/>, in order.</summary>
    public static async Task RunAsync(int[] counts)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.AddBridge();
        await using var bridge = builder.Build();
        var services = bridge.Services;
        var system = new RawListenerInMemory(counts.Max());
        using var meter = new System.Diagnostics.Metrics.Meter("bench");
        var loop = new RawEventLoop(system, services.GetRequiredService<RawHost>(), new RawOptions { Connections = counts.Max() },
            new RawMeters(meter), TimeProvider.System, NullLogger.Instance);
        new Thread(() => loop.Run([0], () => { })) { IsBackground = true }.Start();
        foreach (var count in counts)
        {
            await system.HaveAsync(count);
            Console.WriteLine(FormattableString.Invariant($"{count} {ResidentMemory.BytesOf(Environment.ProcessId)}"));
        }

        loop.Abort();
        await loop.Completion;
    }

    private async Task HaveAsync(int clients)
    {
        Volatile.Write(ref _wanted, clients);
        _wake.Release();
        await Clock.UntilAsync("all have come", () => Task.FromResult(Volatile.Read(ref _answered) >= clients));
        // The listener checks ended connections one last time.
        await Clock.WaitAsync(2);
    }

    public int Wait(Span<SocketEvent> happened, int milliseconds)
    {
        if (_ready.IsEmpty && _accepted >= Volatile.Read(ref _wanted))
            _wake.Wait(milliseconds);
        var count = 0;
        while (count < happened.Length - 1 && _ready.TryDequeue(out var tag))
            happened[count++] = new SocketEvent(tag, SocketInterest.Receive, HasHungUp: false);
        if (_accepted < Volatile.Read(ref _wanted))
            happened[count++] = new SocketEvent(Listener, SocketInterest.Receive, HasHungUp: false);
        return count;
    }

    public void Wake() => _wake.Release();

    public bool Watch(int socket, int tag, SocketInterest interest, bool isNew)
    {
        if (isNew && tag >= 0)
            _ready.Enqueue(tag);
        return true;
    }

    public int Accept(int listener) => _accepted < Volatile.Read(ref _wanted) ? _accepted++ : ISocketSystem.WouldBlock;

    public int Receive(int socket, Span<byte> buffer)
    {
        if (_hasSpoken[socket])
            return ISocketSystem.WouldBlock;
        _hasSpoken[socket] = true;
        var hello = "hello 1<|END|>"u8;
        hello.CopyTo(buffer);
        return hello.Length;
    }

    public int Send(int socket, ReadOnlySpan<byte> bytes)
    {
        Interlocked.Increment(ref _answered);
        return bytes.Length;
    }

    public void EndSending(int socket)
    {
        // No client waits to be accepted.
    }

    public void Close(int socket)
    {
        // The socket is not open.
    }

    public IPEndPoint? GetLocalEndPoint(int socket) => null;

    public IPEndPoint? GetRemoteEndPoint(int socket) => null;

    public void Dispose() => _wake.Dispose();
}
