using System.Diagnostics.CodeAnalysis;
using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.OnDemand;

/// <summary>A created emulator with its process.</summary>
/// <param name="emulator">The emulator.</param>
/// <param name="host">Its process.</param>
/// <param name="plan">What it runs when it is started again.</param>
/// <param name="keepsSaves">Whether its saves stay when it ends, because its name was chosen.</param>
[SuppressMessage("Design", "CA1001", Justification = "They have no timer and no handle.")]
internal sealed class HostedEmulator(CreatedEmulator emulator, HostProcess host, HostPlan plan, bool keepsSaves)
{
    /// <summary>The deaths within <see cref="DeathWindow"/> after which it isn't started again.</summary>
    public const int MaxDeaths = 3;

    public static readonly TimeSpan DeathWindow = TimeSpan.FromMinutes(1);

    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly CancellationTokenSource _ending = new();

    // Timestamps of the latest times when it has ended by itself.
    private readonly Queue<long> _deaths = [];

    // Completes when it has ended on purpose; null: nobody has asked for that.
    private Task? _end;

    // 1 from TryExpire to EndExpiry.
    private int _isExpiring;

    public CreatedEmulator Emulator => emulator;

    public HostPlan Plan => plan;

    public bool KeepsSaves => keepsSaves;

    /// <summary>Gets or sets the process, another one after a death.</summary>
    public HostProcess Host { get; set; } = host;

    /// <summary>Gets whether it ends on purpose.</summary>
    public bool IsEnding => Volatile.Read(ref _end) is not null;

    /// <summary>Gets the token that is cancelled when it ends on purpose.</summary>
    public CancellationToken Ending => _ending.Token;

    /// <summary>Waits for the turn to change it: only one start, end or change of its lease runs at a time.</summary>
    /// <returns>The turn, to be disposed.</returns>
    public async Task<IDisposable> EnterAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        return new Turn(_turn);
    }

    /// <summary>Ends it on purpose, in its turn. A later call waits for the first one.</summary>
    /// <param name="end">What ends it; runs once.</param>
    public async Task EndAsync(Func<Task> end)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        if (Interlocked.CompareExchange(ref _end, ended.Task, null) is { } earlier)
        {
            await earlier;
            return;
        }

        try
        {
            // A start that has the turn returns it then.
            await _ending.CancelAsync();
            using var turn = await EnterAsync(CancellationToken.None);
            await end();
        }
        finally
        {
            ended.SetResult();
        }
    }

    /// <summary>Begins the end of its lease.</summary>
    /// <returns>False: it has begun already.</returns>
    public bool TryExpire() => Interlocked.Exchange(ref _isExpiring, 1) == 0;

    /// <summary>Lets <see cref="TryExpire"/> begin again: it has ended, or it goes on because it was used or not saved.</summary>
    public void EndExpiry() => Volatile.Write(ref _isExpiring, 0);

    /// <summary>Gets or sets how many times in a row its last state could not be saved when its lease had ended.</summary>
    public int FailedSaves { get; set; }

    /// <summary>Records that the process has ended by itself.</summary>
    /// <returns>Whether it has done so too often to be started again.</returns>
    public bool Dies(TimeProvider time)
    {
        var now = time.GetTimestamp();
        while (_deaths.TryPeek(out var death) && time.GetElapsedTime(death, now) > DeathWindow)
            _deaths.Dequeue();
        _deaths.Enqueue(now);
        return _deaths.Count >= MaxDeaths;
    }

    /// <summary>Returns what another bridge needs to take it over.</summary>
    public HostRecord ToRecord() => ToRecord(Host);

    /// <summary>Returns the same for another process.</summary>
    public HostRecord ToRecord(HostProcess host)
    {
        var created = emulator.Describe();
        return new HostRecord(
            emulator.Name, host.Id, host.StartedAt ?? 0, host.Secret, created.Rom, plan, created.Labels, created.Lease.Seconds,
            keepsSaves, created.Restored, emulator.Key);
    }

    private sealed class Turn(SemaphoreSlim turn) : IDisposable
    {
        public void Dispose() => turn.Release();
    }
}
