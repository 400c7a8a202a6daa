using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the commands for the screen that not every emulator has (docs/protocol/commands.md).</summary>
public static class ScreenCommands
{
    /// <summary>
    /// The capability of an emulator that can return raw pixels. <see cref="GameCommands.TakePictureAsync"/> works everywhere but is
    /// slower.
    /// </summary>
    public const string Pixels = "pixels";

    /// <summary>The capability of an emulator that can return pixels at another size.</summary>
    public const string Resize = "resize";

    /// <summary>The largest width of a resized picture.</summary>
    public const int MaxResizedWidth = 256;

    /// <summary>The largest height of a resized picture.</summary>
    public const int MaxResizedHeight = 224;

    /// <summary>Gets the latest frame as raw pixels from the top left: four bytes per pixel (red, green, blue, unused).</summary>
    /// <returns>The reply with the pixels as payload, OWNED BY THE CALLER, and the size in pixels.</returns>
    public static Task<(EmulatorReply Reply, int Width, int Height)> TakePixelsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken) => TakeAsync(emulator, Raw, cancellationToken);

    internal static async Task<(EmulatorReply Reply, int Width, int Height)> TakeAsync(
        EmulatorClient emulator, EmulatorRequest request, CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
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

    internal static EmulatorRequest Resized(int width, int height, bool gray) =>
        CommandTable.ScreenRaw.Request(width, height, gray ? 1 : 0);

    /// <exception cref="EmulatorException">
    /// The number of bytes does not match the size: <see cref="EmulatorFailure.ProtocolError"/>.
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
