using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands of messages to the player. Only the bundled emulator draws them; others only send the event to listeners.
/// </summary>
public static class MessageCommands
{
    /// <summary>The capability of an emulator that draws messages over the pictures of <see cref="TakeShownPixelsAsync"/>.</summary>
    public const string Messages = "messages";

    /// <summary>Shows the player a message from this frame on. At most eight are shown; a ninth replaces the oldest.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="text">1 to <see cref="WireLimits.MessageBytes"/> bytes of UTF-8 without control characters.</param>
    /// <param name="frames">For how long, 1 to <see cref="WireLimits.MessageFrames"/> frames.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>Whether the pictures have it, and the frame of the reply.</returns>
    public static async Task<(bool IsDrawn, long Frame)> ShowMessageAsync(
        this EmulatorClient emulator, string text, int frames, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.Message.Request(frames) with { Payload = Encoding.UTF8.GetBytes(text) }, cancellationToken)
            .ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (ReplyArguments.TakeNumber(ref arguments) != 0, reply.Frame);
    }

    /// <summary>Gets the latest frame like <see cref="ScreenCommands.TakePixelsAsync"/>, with the messages over it.</summary>
    /// <returns>The reply with the pixels as payload, OWNED BY THE CALLER, and the size in pixels.</returns>
    public static Task<(EmulatorReply Reply, int Width, int Height)> TakeShownPixelsAsync(
        this EmulatorClient emulator, CancellationToken cancellationToken) =>
        ScreenCommands.TakeAsync(emulator, CommandTable.ScreenShown.Request(), cancellationToken);
}
