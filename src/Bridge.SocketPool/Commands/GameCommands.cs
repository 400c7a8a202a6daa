namespace Bridge.SocketPool.Commands;

/// <summary>The commands on the game as a whole (docs/protocol.md, "Commands").</summary>
public static class GameCommands
{
    /// <summary>Has the script send <paramref name="message"/> back, up to 2 MiB of UTF-8.</summary>
    /// <returns>The reply with the same bytes as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> EchoAsync(this EmulatorClient emulator, string message, CancellationToken cancellationToken) =>
        emulator.SendAsync(new EmulatorRequest("echo", ReplayCategory.ReadOnly) { Text = message }, cancellationToken);

    /// <summary>Takes a picture of the screen as it is.</summary>
    /// <returns>The reply with a PNG as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> TakePictureAsync(this EmulatorClient emulator, CancellationToken cancellationToken) =>
        emulator.SendAsync(new EmulatorRequest("screen.png", ReplayCategory.ReadOnly), cancellationToken);

    /// <summary>Resets the game, as its power switch would.</summary>
    /// <returns>The frame in which it was reset.</returns>
    public static async Task<long> ResetAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(new EmulatorRequest("reset", ReplayCategory.NotReplayable), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }
}
