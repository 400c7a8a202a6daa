using System.Globalization;

namespace Bridge.Api.Composition.Configuration;

/// <summary>
/// Reads durations as people write them: seconds without a unit, or a number with one, like <c>500ms</c>, <c>5s</c>, <c>2m</c> and
/// <c>1h</c>. .NET would take <c>5</c> for five days. <c>00:00:05</c> stays as it is.
/// </summary>
internal static class SettingDurations
{
    // The first one that matches counts: ms is before s, because 500ms ends with both; the empty name is last, because it always matches.
    private static readonly (string Name, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1)];

    /// <summary>Gets the last parts of the names of all settings that are durations.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "ConnectTimeout", "Deadline", "Drain", "Interval", "Kept", "Patience", "PausedAfter", "Period", "PingInterval", "RenderTime",
        "RunTime", "SlowRequest", "VerifyTime",
    ];

    /// <summary>Writes the durations in the bridge's settings as .NET reads them.</summary>
    public static void Normalize(IConfiguration configuration)
    {
        foreach (var (key, value) in configuration.GetSection(SettingNames.Section).AsEnumerable().ToArray())
        {
            if (value is not null && Names.Contains(key[(key.LastIndexOf(':') + 1)..], StringComparer.OrdinalIgnoreCase)
                && TryParse(value) is { } duration)
                configuration[key] = duration.ToString("c", CultureInfo.InvariantCulture);
        }
    }

    /// <summary>Parses a number with or without a unit; returns null for any other text, and for more than a day.</summary>
    public static TimeSpan? TryParse(string text)
    {
        var (name, seconds) = Units.First(unit => text.EndsWith(unit.Name, StringComparison.Ordinal));
        return double.TryParse(text.AsSpan(0, text.Length - name.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
            out var number) && number * seconds <= TimeSpan.FromDays(1).TotalSeconds
            ? TimeSpan.FromSeconds(number * seconds)
            : null;
    }
}
