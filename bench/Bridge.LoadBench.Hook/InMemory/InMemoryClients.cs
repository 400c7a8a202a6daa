using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections.Features;

namespace Bridge.LoadBench.Hook.InMemory;

/// <summary>Owns all clients in memory.</summary>
/// <param name="transport">The transport that they connect through.</param>
/// <param name="pool">A memory pool like the one that Kestrel's own sockets read into.</param>
internal sealed class InMemoryClients(MemoryTransport transport, MemoryPool<byte> pool) : IMemoryPoolFeature
{
    private const int AddedAtOnce = 500;
    private const int MaxTries = 300;
    private const long ReadAhead = 1024 * 1024;

    // The same limits as Kestrel's sockets.
    private readonly PipeOptions _options = new(
        pool, PipeScheduler.ThreadPool, PipeScheduler.ThreadPool, ReadAhead, ReadAhead / 2, useSynchronizationContext: false);
    private readonly List<MemoryClient> _clients = [];

    /// <summary>Gets the pool for Kestrel's own buffers of these connections.</summary>
    public MemoryPool<byte> MemoryPool => pool;

    /// <summary>Adds clients up to this number; each new client sends one request.</summary>
    public async Task AddUpToAsync(int clients)
    {
        while (_clients.Count < clients)
        {
            var more = Enumerable.Range(_clients.Count, Math.Min(AddedAtOnce, clients - _clients.Count))
                .Select(number => new MemoryClient(number, _options, this)).ToArray();
            foreach (var client in more)
                transport.Add(client);
            await Task.WhenAll(more.Select(AskUntilAnsweredAsync));
            _clients.AddRange(more);
        }
    }

    // Asks again after a refusal: an emulator that gets no processor time for a while counts as paused.
    private static async Task AskUntilAnsweredAsync(MemoryClient client)
    {
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(100));
        for (var i = 0; !await client.AskAsync(); i++)
        {
            if (i == MaxTries)
                throw new InvalidOperationException($"The bridge refused client {client.ConnectionId} {MaxTries} times.");
            await tick.WaitForNextTickAsync();
        }
    }

    /// <summary>Lets each client send one request, evenly spread over a time.</summary>
    /// <returns>Median and 99th percentile of the latencies in ms, from the moment each request was due, and the number of refusals,
    /// as table cells.</returns>
    public async Task<string> AskAsync(double seconds)
    {
        var clock = TimeProvider.System;
        var (begin, asking, times, refused) = (clock.GetTimestamp(), new Task[_clients.Count], new double[_clients.Count], 0);
        using var tick = new PeriodicTimer(TimeSpan.FromMilliseconds(1));
        for (var asked = 0; asked < asking.Length; await tick.WaitForNextTickAsync())
        {
            var due = Math.Min(asking.Length, clock.GetElapsedTime(begin).TotalSeconds / seconds * asking.Length);
            for (; asked < due; asked++)
                asking[asked] = AskOneAsync(asked);
        }

        await Task.WhenAll(asking);
        Array.Sort(times);
        return FormattableString.Invariant($"{times[times.Length / 2]:0.00} | {times[(int)(times.Length * 0.99)]:0.0} | {refused}");

        async Task AskOneAsync(int client)
        {
            if (!await _clients[client].AskAsync())
                Interlocked.Increment(ref refused);
            times[client] = (clock.GetElapsedTime(begin).TotalSeconds - (client * seconds / times.Length)) * 1000;
        }
    }
}
