using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.Players;

/// <summary>Shows the player what the clients of doors say.</summary>
internal static class PlayerMessages
{
    /// <summary>Max characters of a message; the rest is cut.</summary>
    public const int MaxCharacters = 200;

    // Three seconds, as RetroArch shows its messages.
    private const int Frames = 180;

    /// <summary>Shows a message. Control characters become blanks.</summary>
    /// <exception cref="EmulatorException">There is no emulator.</exception>
    public static async Task ShowAsync(EmulatorClient emulator, string text, CancellationToken cancellationToken)
    {
        var line = string.Concat(text.Take(MaxCharacters).Select(letter => char.IsControl(letter) ? ' ' : letter));
        // Half a character, at the cut, would be no UTF-8.
        if (line.Length > 0 && char.IsHighSurrogate(line[^1]))
            line = line[..^1];
        if (line.Length > 0)
            await emulator.ShowMessageAsync(line, Frames, cancellationToken).ConfigureAwait(false);
    }
}
