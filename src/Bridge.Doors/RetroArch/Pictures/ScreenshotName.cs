using System.Globalization;

namespace Bridge.Doors.RetroArch.Pictures;

/// <summary>Names the files of pictures as RetroArch does: <c>GAME-yyMMdd-HHmmss.png</c> in local time.</summary>
internal static class ScreenshotName
{
    // In UTF-8 with date and number, less than the 255 bytes that file systems allow.
    private const int MaxCharacters = 64;

    // RetroArch's word without a game's file: the name of the core.
    private const string Unnamed = "mGBA";

    // Those that no file may have on Windows: a folder of pictures may be shared.
    private const string Forbidden = "\"*/:<>?\\|";

    /// <summary>Returns a name without its ending.</summary>
    /// <param name="game">The name of the game, or of its file without folder and ending. May have any character.</param>
    /// <param name="now">The local time.</param>
    public static string Of(string game, DateTimeOffset now)
    {
        var name = string.Concat(game.Trim().Take(MaxCharacters).Select(letter =>
            char.IsControl(letter) || Forbidden.Contains(letter, StringComparison.Ordinal) ? '_' : letter));
        // Half a character, at the cut, would be no UTF-8.
        if (name.Length > 0 && char.IsHighSurrogate(name[^1]))
            name = name[..^1];
        // A point in front would hide the file.
        if (name.StartsWith('.'))
            name = $"_{name[1..]}";
        return $"{(name.Length == 0 ? Unnamed : name)}-{now.ToString("yyMMdd-HHmmss", CultureInfo.InvariantCulture)}";
    }
}
