using System.Collections.Concurrent;
using System.Net;
using Bridge.Api;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Events;
using Bridge.Api.Raw;
using Bridge.Api.Security;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Bench;

/// <summary>
/// The raw door as it is, in a process of its own, over a system in memory: more clients than a process may have files come, say hello, are
/// answered, and are there. A byte for each is the system's own.
/// </summary>
internal sealed class DoorInMemory(int most) : IDoorSystem
{
    private const int Listener = -2;

    private readonly ConcurrentQueue<int> _ready = new();
    private readonly SemaphoreSlim _wake = new(0);
    private readonly bool[] _hasSpoken = new bool[most];
    private int _wanted;
    private int _accepted;
    private long _answered;

    /// <summary>Writes a line with clients and bytes resident for each of <paramref name="counts"/>, in their order.</summary>
    public static async Task RunAsync(int[] counts)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.AddBridge();
        await using var bridge = builder.Build();
        var services = bridge.Services;
        var system = new DoorInMemory(counts.Max());
        var rules = new DoorRules(services.GetRequiredService<EmulatorDirectory>(), services.GetRequiredService<AccessTokens>(),
            services.GetRequiredService<TokenShares>(), services.GetRequiredService<ClientBuckets>(),
            services.GetRequiredService<PeerAccounts>(), services.GetRequiredService<OrderlyStop>());
        using var meter = new System.Diagnostics.Metrics.Meter("bench");
        var loop = new DoorLoop(system, rules, new RawOptions { Connections = counts.Max() }, new DoorMeters(meter),
            services.GetRequiredService<RequestStatistics>(), TimeProvider.System, NullLogger.Instance);
        new Thread(() => loop.Run([0], () => { })) { IsBackground = true }.Start();
        foreach (var count in counts)
        {
            await system.HaveAsync(count);
            Console.WriteLine(FormattableString.Invariant($"{count} {Resident.BytesOf(Environment.ProcessId)}"));
        }

        loop.CutOff();
        await loop.Over;
    }

    private async Task HaveAsync(int clients)
    {
        Volatile.Write(ref _wanted, clients);
        _wake.Release();
        await Clock.UntilAsync("all have come", () => Task.FromResult(Volatile.Read(ref _answered) >= clients));
        // Conversations that have ended are looked through for the last time.
        await Clock.WaitAsync(2);
    }

    public int Wait(Span<DoorEvent> happened, int milliseconds)
    {
        if (_ready.IsEmpty && _accepted >= Volatile.Read(ref _wanted))
            _wake.Wait(milliseconds);
        var count = 0;
        while (count < happened.Length - 1 && _ready.TryDequeue(out var tag))
            happened[count++] = new DoorEvent(tag, DoorInterest.Receive, HasHungUp: false);
        if (_accepted < Volatile.Read(ref _wanted))
            happened[count++] = new DoorEvent(Listener, DoorInterest.Receive, HasHungUp: false);
        return count;
    }

    public void Wake() => _wake.Release();

    public bool Watch(int socket, int tag, DoorInterest interest, bool isNew)
    {
        if (isNew && tag >= 0)
            _ready.Enqueue(tag);
        return true;
    }

    public int Accept(int listener) => _accepted < Volatile.Read(ref _wanted) ? _accepted++ : IDoorSystem.NothingThere;

    public int Receive(int socket, Span<byte> buffer)
    {
        if (_hasSpoken[socket])
            return IDoorSystem.NothingThere;
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
        // Nobody is there.
    }

    public void Close(int socket)
    {
        // Nothing is open.
    }

    public IPEndPoint? OwnEndOf(int socket) => null;

    public IPEndPoint? PeerOf(int socket) => null;

    public void Dispose() => _wake.Dispose();
}
