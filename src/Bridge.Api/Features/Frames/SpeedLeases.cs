using System.Runtime.CompilerServices;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// Sets speeds. A speed with a lease ends by itself: unless a client sets a speed again in time, the speed from before the lease
/// returns, so that a client that crashes leaves no game fast.
/// </summary>
internal sealed class SpeedLeases(TimeProvider time, WorkGuard guard)
{
    // After a failure to return to the speed from before.
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    private readonly ConditionalWeakTable<EmulatorClient, Lease> _leases = [];

    /// <summary>Sets a speed.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="speed">The speed; 0: as fast as possible.</param>
    /// <param name="term">The time of the lease; null: the speed stays.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The frame of the reply.</returns>
    /// <exception cref="EmulatorException">The emulator can't set a speed, or does not respond.</exception>
    public async Task<long> SetAsync(EmulatorClient client, double speed, TimeSpan? term, CancellationToken cancellationToken)
    {
        var lease = LeaseOf(client);
        await lease.Turn.WaitAsync(cancellationToken);
        try
        {
            if (term is not null)
            {
                // A renewed lease returns to the speed from before the first one.
                lease.Before ??= (await client.GetSpeedAsync(cancellationToken)).Speed;
                lease.Begin(term);
            }

            var frame = await client.SetSpeedAsync(speed, cancellationToken);
            // Not before: if the speed could not be set, the leased one must still end.
            if (term is null)
            {
                lease.Before = null;
                lease.Begin(term);
            }

            return frame;
        }
        finally
        {
            lease.Turn.Release();
        }
    }

    /// <summary>Sets a speed for the time of some work, and then the one from before.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="speed">The speed; 0: as fast as possible.</param>
    /// <param name="work">The work. A lease may begin, be renewed or end meanwhile.</param>
    /// <exception cref="EmulatorException">The emulator can't set a speed, or does not respond; or the work failed.</exception>
    public async Task<T> WithSpeedAsync<T>(EmulatorClient client, double speed, Func<Task<T>> work)
    {
        // Not with a token of the client: the speed is known to be set, and is restored even if the client has disconnected.
        var lease = LeaseOf(client);
        await lease.Turn.WaitAsync(CancellationToken.None);
        var wasLeased = lease.Before is not null;
        double before;
        try
        {
            before = (await client.GetSpeedAsync(CancellationToken.None)).Speed;
            await client.SetSpeedAsync(speed, CancellationToken.None);
        }
        finally
        {
            lease.Turn.Release();
        }

        try
        {
            return await work();
        }
        finally
        {
            await lease.Turn.WaitAsync(CancellationToken.None);
            try
            {
                var isLeased = lease.Before is not null;
                // A lease that has ended has restored the speed from before it; one that has begun will restore that from before the work.
                if (isLeased == wasLeased)
                    await client.SetSpeedAsync(before, CancellationToken.None);
                else if (isLeased)
                    lease.Before = before;
            }
            finally
            {
                lease.Turn.Release();
            }
        }
    }

    private Lease LeaseOf(EmulatorClient client) => _leases.GetValue(client, client => new Lease(time, () =>
        _ = guard.RunAsync(nameof(SpeedLeases), _ => EndAsync(client), CancellationToken.None)));

    private async Task EndAsync(EmulatorClient client)
    {
        if (!_leases.TryGetValue(client, out var lease))
            return;
        await lease.Turn.WaitAsync(CancellationToken.None);
        try
        {
            // A client may have set a speed since the timer fired.
            if (!lease.IsOver || lease.Before is not { } before)
                return;
            await client.SetSpeedAsync(before, CancellationToken.None);
            lease.Before = null;
        }
        catch (EmulatorException failed) when (failed.Failure == EmulatorFailure.NoEmulator)
        {
            // The emulator has ended, and its speed with it.
            lease.Before = null;
        }
        catch (EmulatorException)
        {
            lease.Begin(RetryAfter);
        }
        finally
        {
            lease.Turn.Release();
        }
    }

    /// <summary>The lease of an emulator's speed. Only the request that holds <see cref="Turn"/> may change it.</summary>
    private sealed class Lease(TimeProvider time, Action end)
    {
        // Not disposed: it holds nothing of the system, and is collected with its emulator's client.
        private readonly ITimer _timer = time.CreateTimer(_ => end(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        private (long At, TimeSpan Term) _begun;

        public SemaphoreSlim Turn { get; } = new(1);

        /// <summary>The speed to return to; null without a lease.</summary>
        public double? Before { get; set; }

        // False for a lease that was renewed after the timer fired, which has only just begun. Half of the term, and not all of it, because
        // the timer's clock may be slightly ahead of this one.
        public bool IsOver => time.GetElapsedTime(_begun.At) > _begun.Term / 2;

        public void Begin(TimeSpan? term)
        {
            _begun = (time.GetTimestamp(), term ?? TimeSpan.Zero);
            _timer.Change(term ?? Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
