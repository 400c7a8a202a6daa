using Bridge.Doors.BizHawk.Messages;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>Shows a client's messages. This is the only place that says how: as lines in the emulator's console.</summary>
internal static class ScreenMessages
{
    /// <summary>Shows a message. Control characters become blanks, and a long one is cut.</summary>
    /// <exception cref="EmulatorException">There is no emulator.</exception>
    public static async Task ShowAsync(EmulatorClient emulator, string text, CancellationToken cancellationToken)
    {
        var line = string.Concat(text.Take(ConnectorLimits.MessageCharacters).Select(letter => char.IsControl(letter) ? ' ' : letter));
        if (line.Length > 0)
            await emulator.LogAsync("info", line, cancellationToken).ConfigureAwait(false);
    }
}
