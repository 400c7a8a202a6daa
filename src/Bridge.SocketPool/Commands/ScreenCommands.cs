namespace Bridge.SocketPool.Commands;

/// <summary>The commands on the screen that not every emulator has (docs/protocol.md, "Commands").</summary>
public static class ScreenCommands
{
    /// <summary>The capability of an emulator that gives pixels; <see cref="GameCommands.TakePictureAsync"/> works everywhere, and costs more.</summary>
    public const string Pixels = "pixels";

    /// <summary>Takes the latest frame as it lies in memory: four bytes a pixel, red, green, blue and one without meaning, from the top left.</summary>
    /// <returns>The reply with the pixels as payload, OWNED BY THE CALLER, and the picture's size in pixels.</returns>
    public static async Task<(EmulatorReply Reply, int Width, int Height)> TakePixelsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(new EmulatorRequest("screen.raw", ReplayCategory.ReadOnly), cancellationToken).ConfigureAwait(false);
        try
        {
            var arguments = reply.Arguments;
            var (width, height) = (EmulatorReply.TakeNumber(ref arguments), EmulatorReply.TakeNumber(ref arguments));
            if (width is < 1 or > short.MaxValue || height is < 1 or > short.MaxValue || reply.Payload.Length != 4 * width * height)
            {
                throw new EmulatorException(EmulatorFailure.ProtocolError,
                    $"The script sent {reply.Payload.Length} bytes as a picture of {width} x {height} pixels.");
            }

            return (reply, (int)width, (int)height);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }
}
