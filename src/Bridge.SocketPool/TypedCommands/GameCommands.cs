using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the commands that concern the whole game (docs/protocol/commands.md).</summary>
public static class GameCommands
{
    /// <summary>Sends <paramref name="message"/> to the script, which sends it back.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="message">Up to 2,097,152 bytes of UTF-8: <see cref="WireLimits.PayloadBytes"/>.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <param name="continuesInline">
    /// Whether the caller's continuation runs inline on the receive thread (replies up to 16 KiB). It must not block or compute for long.
    /// </param>
    /// <returns>The reply with the same bytes as payload. OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> EchoAsync(
        this EmulatorClient emulator, string message, CancellationToken cancellationToken, bool continuesInline = false) =>
        emulator.SendAsync(CommandTable.Echo.Request() with { Text = message, ContinuesInline = continuesInline }, cancellationToken);

    /// <summary>Takes a screenshot.</summary>
    /// <returns>The reply with a PNG as payload. OWNED BY THE CALLER.</returns>
    public static ValueTask<EmulatorReply> TakePictureAsync(this EmulatorClient emulator, CancellationToken cancellationToken) =>
        emulator.SendAsync(Picture, cancellationToken);

    /// <summary>Resets the game, like its power switch.</summary>
    /// <returns>The first frame after the reset.</returns>
    public static async Task<long> ResetAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.Reset.Request(), cancellationToken).ConfigureAwait(false);
        emulator.NoteLoad();
        return reply.Frame;
    }

    /// <summary>Executes one processor instruction, between two frames.</summary>
    /// <returns>The last frame before the instruction.</returns>
    public static async Task<long> StepInstructionAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.CoreStep.Request(), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Writes a line to mGBA's scripting console.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="level"><c>info</c>, <c>warn</c> or <c>error</c>.</param>
    /// <param name="text">Up to 65,536 bytes of UTF-8 without control characters except line feed and tab.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame in which the line was written.</returns>
    public static async Task<long> LogAsync(this EmulatorClient emulator, string level, string text, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.WriteLog.Request(level) with { Text = text }, cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    internal static EmulatorRequest Picture => CommandTable.ScreenPng.Request();
}
