using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on the game as a whole (docs/protocol/commands.md).</summary>
public static class GameCommands
{
    /// <summary>
    /// Has the script send <paramref name="message"/> back, up to 2,097,152 bytes of UTF-8: <see cref="WireLimits.PayloadBytes"/>.
    /// </summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="message">The text.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <param name="continuesInPlace">
    /// Whether the caller continues on the thread that has received the reply, if it has up to 16 KiB. It must neither block there nor
    /// compute for long.
    /// </param>
    /// <returns>The reply with the same bytes as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> EchoAsync(
        this EmulatorClient emulator, string message, CancellationToken cancellationToken, bool continuesInPlace = false) =>
        emulator.SendAsync(CommandTable.Echo.Request() with { Text = message, ContinuesInline = continuesInPlace }, cancellationToken);

    /// <summary>Takes a picture of the screen as it is.</summary>
    /// <returns>The reply with a PNG as payload, OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> TakePictureAsync(this EmulatorClient emulator, CancellationToken cancellationToken) =>
        emulator.SendAsync(Picture, cancellationToken);

    /// <summary>Resets the game, as its power switch would.</summary>
    /// <returns>The frame in which it was reset.</returns>
    public static async Task<long> ResetAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.Reset.Request(), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    /// <summary>Has the processor execute one instruction, between two frames.</summary>
    /// <returns>The frame after which it was done.</returns>
    public static async Task<long> StepInstructionAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.CoreStep.Request(), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Writes a line in mGBA's scripting console.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="level"><c>info</c>, <c>warn</c> or <c>error</c>.</param>
    /// <param name="text">Up to 65,536 bytes of UTF-8; no control characters but line feed and tab.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was written.</returns>
    public static async Task<long> LogAsync(this EmulatorClient emulator, string level, string text, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.WriteLog.Request(level) with { Text = text }, cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    internal static EmulatorRequest Picture => CommandTable.ScreenPng.Request();
}
