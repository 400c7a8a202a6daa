namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>Names that try to leave a folder, or to name something other than a file, on Linux and on Windows.</summary>
internal static class TraversalNames
{
    public static IReadOnlyList<string> All { get; } = [.. Climbing().Concat(Elsewhere()).Distinct()];

    private static IEnumerable<string> Climbing()
    {
        string[] steps = ["../", "..\\", "..//", "..\\\\", ".././", "..%2f", "..%5c", "..%252f",
            "%2e%2e/", "..;/", "....//", "..%c0%af", "．．/", "..\u2215", ".. /", "..\0/"];
        foreach (var step in steps)
        {
            foreach (var depth in (int[])[1, 2, 3, 8])
            {
                var up = string.Concat(Enumerable.Repeat(step, depth));
                yield return $"{up}secret.gba";
                yield return $"{up}etc/passwd";
                yield return $"states/{up}secret.gba";
            }
        }
    }

    private static IEnumerable<string> Elsewhere() =>
    [
        "..", ".", "...", "....", "./", "/", "\\", "~", "~/.profile", "/etc/passwd",
        "//etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin", "file:///etc/passwd",
        "C:\\Windows\\win.ini", "C:/Windows/win.ini", "C:secret.gba", "C:", "\\\\host\\share\\secret.gba",
        "//host/share/secret.gba", "\\\\?\\C:\\secret.gba", "\\\\.\\COM1",
        "CON", "con", "CON.gba", "PRN", "AUX", "NUL", "NUL.ss1", "nul.tar.gz", "COM0", "COM1", "COM9.gba",
        "LPT1", "LPT9.sav", "CONIN$", "CONOUT$", "CLOCK$", "COM¹", "com².gba", "COM³.ss1", "LPT¹", "lpt².sav",
        "secret.gba:stream", "secret.gba::$DATA", "a:b", "secret.gba.", "secret.gba ", " secret.gba",
        "secret.gba...", ".secret", ".hidden.gba", "secret.gba\0", "secret.gba\0.ss1",
        "\0", "a\nb", "a\rb", "a\tb", "a\u001bb", "a\u007fb", "a\u202egba.exe", "sécret.gba", "a*b",
        "a?b", "a<b", "a>b", "a|b", "a\"b", "$HOME", "%TEMP%", "`id`", "$(id)", "; id", "| id",
        new string('a', 256), new string('é', 128), new string('a', 5000), new string('/', 300), "link/secret.gba",
    ];
}
