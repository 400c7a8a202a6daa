using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the command that makes an emulator end without a bridge. Only the bundled host has it.</summary>
public static class ExpiryCommands
{
    /// <summary>The longest time, a week.</summary>
    public static readonly TimeSpan MaxExpiry = TimeSpan.FromDays(7);

    /// <summary>Sets after how long without any connected bridge the emulator ends.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="expiry">Whole seconds up to <see cref="MaxExpiry"/>, rounded up; zero: it never ends.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public static async Task SetExpiryAsync(this EmulatorClient emulator, TimeSpan expiry, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.Expire.Request((long)Math.Ceiling(expiry.TotalSeconds)), cancellationToken).ConfigureAwait(false);
    }
}
