using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on the screen that not every emulator has (docs/protocol/commands.md).</summary>
public static class ScreenCommands
{
    /// <summary>
    /// The capability of an emulator that gives pixels; <see cref="GameCommands.TakePictureAsync"/> works everywhere, and costs more.
    /// </summary>
    public const string Pixels = "pixels";

    /// <summary>
    /// Takes the latest frame as it lies in memory: four bytes a pixel, red, green, blue and one without meaning, from the top left.
    /// </summary>
    /// <returns>The reply with the pixels as payload, OWNED BY THE CALLER, and the picture's size in pixels.</returns>
    public static async Task<(EmulatorReply Reply, int Width, int Height)> TakePixelsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(Raw, cancellationToken).ConfigureAwait(false);
        try
        {
            var arguments = reply.Arguments;
            var (width, height) = (ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments));
            CheckSize(width, height, reply.Payload.Length);
            return (reply, (int)width, (int)height);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    internal static EmulatorRequest Raw => CommandTable.ScreenRaw.Request();

    /// <exception cref="EmulatorException">
    /// So many bytes are no picture of that size: <see cref="EmulatorFailure.ProtocolError"/>.
    /// </exception>
    public static void CheckSize(long width, long height, int bytes)
    {
        if (width is < 1 or > short.MaxValue || height is < 1 or > short.MaxValue || bytes != 4 * width * height)
        {
            throw new EmulatorException(EmulatorFailure.ProtocolError,
                $"The script sent {bytes} bytes as a picture of {width} x {height} pixels.");
        }
    }
}
