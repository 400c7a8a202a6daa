using System.Globalization;

namespace Bridge.Api.Files;

/// <summary>
/// The names that Windows keeps for devices. They are refused on every system, because a folder may be shared with Windows, where opening
/// such a file opens the device.
/// </summary>
internal static class DeviceName
{
    // The last one is that of old versions.
    private static readonly string[] Whole = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    private static readonly string[] Numbered = ["COM", "LPT"];

    /// <summary>Returns whether a file's name is one of a device, in any case. It also is with an extension, like <c>NUL.txt</c>.</summary>
    public static bool Is(string name)
    {
        var end = name.AsSpan().IndexOfAny('.', ':');
        var stem = (end < 0 ? name : name[..end]).TrimEnd(' ');
        // ¹, ² and ³ are digits to Windows. Other digits of Unicode are none, but nobody needs them here.
        return Whole.Contains(stem, StringComparer.OrdinalIgnoreCase)
            || (stem.Length == 4 && CharUnicodeInfo.GetDigitValue(stem[3]) >= 0
                && Numbered.Contains(stem[..3], StringComparer.OrdinalIgnoreCase));
    }
}
