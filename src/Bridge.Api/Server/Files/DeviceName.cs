using System.Globalization;

namespace Bridge.Api.Server.Files;

/// <summary>
/// Recognizes the names that Windows reserves for devices. They are refused on every system, because a folder may be shared with
/// Windows, where opening such a file opens the device.
/// </summary>
internal static class DeviceName
{
    // Old versions of Windows reserve the last one.
    private static readonly string[] Whole = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

    private static readonly string[] Numbered = ["COM", "LPT"];

    /// <summary>Returns whether a file name is reserved, in any case and with any extension, like <c>NUL.txt</c>.</summary>
    public static bool Is(string name)
    {
        var end = name.AsSpan().IndexOfAny('.', ':');
        var stem = (end < 0 ? name : name[..end]).TrimEnd(' ');
        // Windows counts ¹, ² and ³ as digits. Other Unicode digits are refused as well, which is simpler and hurts no user.
        return Whole.Contains(stem, StringComparer.OrdinalIgnoreCase)
            || (stem.Length == 4 && CharUnicodeInfo.GetDigitValue(stem[3]) >= 0
                && Numbered.Contains(stem[..3], StringComparer.OrdinalIgnoreCase));
    }
}
