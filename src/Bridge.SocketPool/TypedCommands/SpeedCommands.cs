using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for the game's speed: 1 is the console's own, 0 is unlimited. Only the bundled host has these commands.
/// </summary>
public static class SpeedCommands
{
    /// <summary>The slowest speed other than 0.</summary>
    public const double Slowest = 0.25;

    /// <summary>The fastest speed.</summary>
    public const double Fastest = 16;

    /// <summary>Gets the current speed, and the frame.</summary>
    public static async Task<(double Speed, long Frame)> GetSpeedAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.SpeedGet.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) / 1000.0, reply.Frame);
    }

    /// <summary>Sets the speed.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="speed"><see cref="Slowest"/> to <see cref="Fastest"/>, or 0; rounded to thousandths.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame in which the speed changed.</returns>
    public static async Task<long> SetSpeedAsync(this EmulatorClient emulator, double speed, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SpeedSet.Request((long)Math.Round(speed * 1000)), cancellationToken).ConfigureAwait(false);
        emulator.ForgetSpeed();
        return reply.Frame;
    }
}
