using System.Globalization;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for the sound of the bundled emulator. Other emulators fail with <see cref="EmulatorFailure.Unsupported"/>.
/// </summary>
public static class SoundCommands
{
    /// <summary>Reads what was heard since a sample: 32,768 samples a second, 16 bits each, left and right.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="from">
    /// The number of the first sample, up to <see cref="WireLimits.SoundSample"/>; 0: none yet. The emulator keeps the latest two
    /// seconds, and stops keeping them when nobody has read them for ten seconds.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The number of the first sample in the reply, and the reply with the samples as payload. OWNED BY THE CALLER.</returns>
    public static async ValueTask<(long Begin, EmulatorReply Reply)> ReadSoundAsync(
        this EmulatorClient emulator, long from, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(CommandTable.SoundRead.Request(from), cancellationToken).ConfigureAwait(false);
        try
        {
            var arguments = reply.Arguments;
            return (ReplyArguments.TakeNumber(ref arguments), reply);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    /// <summary>Sets how loud the samples are that are read.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="percent">0 to 100 % of the console's.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public static async Task SetVolumeAsync(this EmulatorClient emulator, int percent, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.SoundVolume.Request(percent), cancellationToken).ConfigureAwait(false);
    }
}
