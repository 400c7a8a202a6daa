using System.Globalization;
using System.Text;

namespace Bridge.Api.Server.Hosting;

/// <summary>Settings of a Unix socket on which the bridge listens.</summary>
internal sealed record UnixOptions
{
    /// <summary>
    /// The section of the HTTP socket. Kestrel takes its path in a list of addresses, so the path must not have separators of that list.
    /// </summary>
    public const string HttpSection = "Bridge:Unix";

    // sun_path of unix(7), without its final NUL.
    private const int MaxBytes = 107;

    /// <summary>The path of the socket, up to 107 bytes. Default none: no socket.</summary>
    public string? Path { get; set; }

    /// <summary>The permissions as octal digits, like those of chmod. Default 0600: only the account of the bridge.</summary>
    public string Mode { get; set; } = "0600";

    /// <summary>Gets the permissions; the settings must be valid.</summary>
    public UnixFileMode FileMode => TryMode(Mode) ?? default;

    /// <summary>Returns a sentence for each mistake.</summary>
    /// <param name="name">The name of the section.</param>
    /// <param name="unix">The settings in that section.</param>
    public static IEnumerable<string> FailuresOf(string name, UnixOptions unix)
    {
        if (unix.Path is { } path && (path.Length == 0 || path.Contains('\0')
            || Encoding.UTF8.GetByteCount(System.IO.Path.GetFullPath(path)) > MaxBytes))
            yield return $"{name}:Path must be the path of a socket, 1 to {MaxBytes} bytes in full; got \"{path}\".";
        if (name == HttpSection && unix.Path?.AsSpan().ContainsAny(':', ';') == true)
            yield return $"{name}:Path must be a path without : and ; for HTTP; got \"{unix.Path}\".";
        if (unix.Path is not null && !OperatingSystem.IsLinux())
            yield return
                $"{name}:Path must be left out on this system, because the bridge has Unix sockets on Linux only; got \"{unix.Path}\".";
        if (TryMode(unix.Mode) is null)
            yield return $"{name}:Mode must be three octal digits, with or without a leading 0, like 0600 or 660; got \"{unix.Mode}\".";
    }

    private static UnixFileMode? TryMode(string mode)
    {
        var digits = mode.Length == 4 && mode[0] == '0' ? mode[1..] : mode;
        return digits.Length == 3 && digits.All(digit => digit is >= '0' and <= '7')
            ? (UnixFileMode)digits.Aggregate(0, (value, digit) => (value * 8) + CharUnicodeInfo.GetDecimalDigitValue(digit))
            : null;
    }
}
