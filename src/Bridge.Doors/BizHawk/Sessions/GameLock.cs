using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>
/// The client's lock: the game stands in its frame until the client unlocks it, is silent for two seconds, or leaves. Not thread-safe.
/// </summary>
internal sealed class GameLock(EmulatorClient emulator)
{
    private const string Owner = "BizHawk's connector";

    // The protocol's own limit.
    private static readonly TimeSpan LockTime = TimeSpan.FromSeconds(2);

    private string? _lease;

    /// <summary>Freezes the game, or keeps it frozen. A game that another client has frozen stands still without this.</summary>
    /// <exception cref="EmulatorException">It can't be frozen.</exception>
    public async Task HoldAsync(CancellationToken cancellationToken)
    {
        await RenewAsync(cancellationToken).ConfigureAwait(false);
        if (_lease is not null)
            return;
        try
        {
            _lease = (await emulator.HoldAsync(LockTime, exclusive: true, Owner, cancellationToken).ConfigureAwait(false)).Name;
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.Held)
        {
            // Another client has frozen it.
        }
    }

    /// <summary>Keeps the game frozen for another two seconds, if it still is.</summary>
    public async Task RenewAsync(CancellationToken cancellationToken)
    {
        if (_lease is null)
            return;
        try
        {
            await emulator.RenewHoldAsync(_lease, LockTime, Owner, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException)
        {
            // Its time was over, or the game or the emulator has ended.
            _lease = null;
        }
    }

    /// <summary>Lets the game go on, if it stands still.</summary>
    public async Task ReleaseAsync(CancellationToken cancellationToken)
    {
        if (_lease is not { } lease)
            return;
        _lease = null;
        try
        {
            await emulator.ReleaseHoldAsync(lease, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException)
        {
            // It goes on already, or its emulator is gone.
        }
    }
}
