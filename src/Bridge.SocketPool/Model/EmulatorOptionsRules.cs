using System.Text;

namespace Bridge.SocketPool.Model;

/// <summary>Validates <see cref="EmulatorOptions"/>, for the client itself and for programs that read them from a configuration.</summary>
public static class EmulatorOptionsRules
{
    private const int MaxHostCharacters = 253;
    private const int MaxSecretCharacters = 128;

    private const int MaxSocketName = 64;

    // The script accepts no more.
    private const int MaxSecretBytes = 256;

    private static readonly (string Name, Func<EmulatorOptions, int> Value, int Min, int Max)[] Numbers =
    [
        ("Port", options => options.Port, 1, 65535),
        ("Connections", options => options.Connections, 1, 8),
        ("InFlight", options => options.InFlight, 1, EmulatorOptions.MaxInFlight),
        ("SendQueueBytes", options => options.SendQueueBytes, 4 * 1024 * 1024, 64 * 1024 * 1024),
        ("Retries", options => options.Retries, 0, 10),
    ];

    private static readonly (string Name, Func<EmulatorOptions, TimeSpan> Value, TimeSpan Min, TimeSpan Max)[] Times =
    [
        ("Deadline", options => options.Deadline, TimeSpan.FromMilliseconds(50), TimeSpan.FromMinutes(1)),
        ("ConnectTimeout", options => options.ConnectTimeout, TimeSpan.FromMilliseconds(50), TimeSpan.FromSeconds(30)),
        ("PausedAfter", options => options.PausedAfter, TimeSpan.FromMilliseconds(100), TimeSpan.FromSeconds(30)),
        ("PingInterval", options => options.PingInterval, TimeSpan.FromMilliseconds(20), TimeSpan.FromSeconds(10)),
    ];

    /// <summary>
    /// Returns a sentence for each value that is out of range. Each begins with the option's name,
    /// like <c>Port must be 1 to 65535; got 0.</c>
    /// </summary>
    public static IEnumerable<string> FindFailures(EmulatorOptions options)
    {
        if (options.Host is not { Length: > 0 and <= MaxHostCharacters })
            yield return $"Host must be a host name or an address of 1 to {MaxHostCharacters} characters; got \"{options.Host}\".";
        if (options.Secret is { } secret && (secret.Length > MaxSecretCharacters || Encoding.UTF8.GetByteCount(secret) > MaxSecretBytes))
        {
            yield return $"Secret must be at most {MaxSecretCharacters} characters and {MaxSecretBytes} bytes of UTF-8; "
                + $"got {secret.Length} characters and {Encoding.UTF8.GetByteCount(secret)} bytes.";
        }

        if (options.ScriptPort is < 1 or > 65535)
            yield return $"ScriptPort must be 1 to 65535; got {options.ScriptPort}.";
        if (options.SocketPath is { } socket && !IsSocketPath(socket))
            yield return $"SocketPath must be an absolute path whose last part has 1 to {MaxSocketName} bytes; got \"{socket}\".";
        foreach (var folder in options.Folders ?? [])
        {
            if (!Path.IsPathFullyQualified(folder) || folder.AsSpan().ContainsAny('\r', '\n'))
                yield return $"Folders must be a list of absolute paths without line breaks; got \"{folder}\".";
        }

        foreach (var (name, value, min, max) in Numbers)
        {
            if (value(options) < min || value(options) > max)
                yield return $"{name} must be {min} to {max}; got {value(options)}.";
        }

        foreach (var (name, value, min, max) in Times)
        {
            if (value(options) < min || value(options) > max)
                yield return $"{name} must be {min} to {max}; got {value(options)}.";
        }
    }

    // On Linux the folder can be reached by its descriptor (UnixSocket), so only the last part is limited. Elsewhere the whole path, with a
    // zero byte at its end, must fit in an address of 104 bytes.
    private static bool IsSocketPath(string path) =>
        Path.IsPathFullyQualified(path) && !path.Contains('\0', StringComparison.Ordinal)
        && Encoding.UTF8.GetByteCount(Path.GetFileName(path)) is > 0 and <= MaxSocketName
        && (OperatingSystem.IsLinux() || Encoding.UTF8.GetByteCount(path) < 104);

    /// <summary>Validates and copies the options, so that later changes of the original have no effect.</summary>
    /// <exception cref="ArgumentException">A value is out of range; the message has a sentence for each.</exception>
    internal static EmulatorOptions Copy(EmulatorOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var copy = options with { };
        var failures = FindFailures(copy).ToArray();
        return failures.Length == 0 ? copy : throw new ArgumentException(string.Join(' ', failures), nameof(options));
    }
}
