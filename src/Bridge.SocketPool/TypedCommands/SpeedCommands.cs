using Bridge.SocketPool.Commands;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on the game's speed. 1 is the console's own; 0 is as fast as it can. Only the bundled host has them.</summary>
public static class SpeedCommands
{
    /// <summary>The slowest speed that can be set, beside 0.</summary>
    public const double Slowest = 0.25;

    /// <summary>The fastest speed that can be set.</summary>
    public const double Fastest = 16;

    /// <summary>The speed that is set, and the frame.</summary>
    public static async Task<(double Speed, long Frame)> GetSpeedAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.SpeedGet.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) / 1000.0, reply.Frame);
    }

    /// <summary>Sets the speed.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="speed"><see cref="Slowest"/> to <see cref="Fastest"/>, or 0; kept to the thousandth.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was set.</returns>
    public static async Task<long> SetSpeedAsync(this EmulatorClient emulator, double speed, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.SpeedSet.Request((long)Math.Round(speed * 1000)), cancellationToken).ConfigureAwait(false);
        emulator.ForgetSpeed();
        return reply.Frame;
    }
}
