using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.RetroArch.Sessions;

/// <summary>Pauses the game for clients: it is frozen, and anyone may let it go on. Commands run one at a time.</summary>
internal sealed class PausedGame(EmulatorClient emulator, TimeProvider time) : IAsyncDisposable
{
    private const string Owner = "RetroArch's network commands";

    private static readonly TimeSpan Lease = TimeSpan.FromSeconds(60), Renewal = TimeSpan.FromSeconds(20);

    private CancellationTokenSource? _renewing;
    private string? _lease;
    private Task _renewals = Task.CompletedTask;

    /// <summary>Returns whether the game stands still.</summary>
    /// <exception cref="EmulatorException">The emulator doesn't tell.</exception>
    public async Task<bool> IsPausedAsync(CancellationToken cancellationToken) =>
        emulator.Status.State is EmulatorState.Paused or EmulatorState.Stuck
        || (await emulator.GetHoldAsync(cancellationToken).ConfigureAwait(false)).Held;

    /// <summary>Freezes the game, or lets it go on.</summary>
    /// <exception cref="EmulatorException">Another client has it for itself, or there is none.</exception>
    public async Task ToggleAsync(CancellationToken cancellationToken)
    {
        if (!(await emulator.GetHoldAsync(cancellationToken).ConfigureAwait(false)).Held)
        {
            await FreezeAsync(cancellationToken).ConfigureAwait(false);
            return;
        }

        await StopRenewingAsync().ConfigureAwait(false);
        await emulator.ReleaseHoldAsync(lease: null, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Runs one frame of the game, which is frozen before and afterwards.</summary>
    /// <exception cref="EmulatorException">Another client has it for itself, or there is none.</exception>
    public async Task AdvanceAsync(CancellationToken cancellationToken)
    {
        if (!(await emulator.GetHoldAsync(cancellationToken).ConfigureAwait(false)).Held)
            await FreezeAsync(cancellationToken).ConfigureAwait(false);
        using var step = await emulator.StepAsync(
            frames: 1, Buttons.None, lease: null, draws: true, reads: null, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Lets the game go on, if a client has frozen it here.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_renewing is null)
            return;
        await StopRenewingAsync().ConfigureAwait(false);
        try
        {
            // By its name, because another client may have frozen the game after it went on.
            await emulator.ReleaseHoldAsync(_lease, CancellationToken.None).ConfigureAwait(false);
        }
        catch (EmulatorException)
        {
            // It goes on already, or its emulator is gone.
        }
    }

    private async Task FreezeAsync(CancellationToken cancellationToken)
    {
        await StopRenewingAsync().ConfigureAwait(false);
        var hold = await emulator.HoldAsync(Lease, exclusive: false, Owner, cancellationToken).ConfigureAwait(false);
        _renewing = new CancellationTokenSource();
        _lease = hold.Name;
        _renewals = RenewAsync(hold.Name, _renewing.Token);
    }

    // A game whose bridge has ended goes on after the lease.
    private async Task RenewAsync(string lease, CancellationToken stopping)
    {
        try
        {
            while (true)
            {
                await Task.Delay(Renewal, time, stopping).ConfigureAwait(false);
                await emulator.RenewHoldAsync(lease, Lease, Owner, stopping).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // The game goes on.
        }
    }

    private async Task StopRenewingAsync()
    {
        if (_renewing is not { } renewing)
            return;
        _renewing = null;
        await renewing.CancelAsync().ConfigureAwait(false);
        await _renewals.ConfigureAwait(false);
        renewing.Dispose();
    }
}
