using Microsoft.Extensions.Options;
using Serilog.Events;
using Serilog.Extensions.Logging;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Reads the levels in the section <c>Serilog:MinimumLevel</c>, also when its file changes. The section <c>Serilog</c> takes nothing else,
/// because Serilog's own reader uses reflection for the rest.
/// </summary>
/// <remarks>
/// Filters before Serilog, because ASP.NET asks several times a request whether a level is on, and Serilog takes longer to say no.
/// </remarks>
internal sealed class LogLevels(IConfiguration settings) : IConfigureOptions<LoggerFilterOptions>
{
    private const string Section = "Serilog:MinimumLevel";

    // Off whatever the settings say.
    private static readonly string[] Off =
    [
        // If any of its levels is on, ASP.NET Core creates an activity and a log scope for every request. RequestLog logs instead.
        "Microsoft.AspNetCore.Hosting.Diagnostics",
        // It would log parts of malformed request lines, which may have tickets.
        "Microsoft.AspNetCore.Server.Kestrel.BadRequests",
        // It would log each forwarded request, which RequestLog does.
        "Yarp",
    ];

    /// <summary>Adds the levels to the filter of the provider Serilog; of several for one category, the last applies.</summary>
    public void Configure(LoggerFilterOptions options)
    {
        Add(null, Level(Section) ?? Level($"{Section}:Default") ?? LogLevel.Information);
        foreach (var source in Overrides)
        {
            // The file may have changed since FindFailures, and the filter throws at some wildcards.
            if (Level(source.Path) is { } level && !HasWildcard(source.Key))
                Add(source.Key, level);
        }

        foreach (var category in Off)
            Add(category, LogLevel.None);

        void Add(string? category, LogLevel level) =>
            options.Rules.Add(new LoggerFilterRule(typeof(SerilogLoggerProvider).FullName, category, level, filter: null));
    }

    /// <summary>Returns a sentence for each mistake in the section <c>Serilog</c>.</summary>
    public IReadOnlyList<string> FindFailures()
    {
        var failures = new List<string>();
        foreach (var setting in settings.GetSection("Serilog").GetChildren().Where(setting => setting.Key is not "MinimumLevel"))
            failures.Add($"Unknown setting {setting.Path}; the section Serilog takes MinimumLevel only.");
        foreach (var setting in settings.GetSection(Section).GetChildren().Where(setting => setting.Key is not ("Default" or "Override")))
            failures.Add($"Unknown setting {setting.Path}; {Section} takes Default and Override.");
        foreach (var path in Overrides.Select(source => source.Path).Prepend($"{Section}:Default").Prepend(Section))
        {
            if (settings[path] is { Length: > 0 } text && Level(path) is null)
                failures.Add($"{path} must be one of {string.Join(", ", Enum.GetNames<LogEventLevel>())}; got \"{text}\".");
        }

        foreach (var source in Overrides.Where(source => HasWildcard(source.Key)))
            failures.Add($"{Section}:Override takes names of sources without *; got \"{source.Key}\".");
        return failures;
    }

    private IEnumerable<IConfigurationSection> Overrides => settings.GetSection($"{Section}:Override").GetChildren();

    private static bool HasWildcard(string source) => source.Contains('*', StringComparison.Ordinal);

    private LogLevel? Level(string path) =>
        Enum.TryParse<LogEventLevel>(settings[path], ignoreCase: true, out var level) && Enum.IsDefined(level)
            ? LevelConvert.ToExtensionsLevel(level)
            : null;
}
