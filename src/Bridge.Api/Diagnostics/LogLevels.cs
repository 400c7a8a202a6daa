using Microsoft.Extensions.Primitives;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Reads the levels in the section <c>Serilog:MinimumLevel</c>, and again when its file changes. The section <c>Serilog</c> takes nothing
/// else, because Serilog's own reader uses reflection for the rest.
/// </summary>
internal sealed class LogLevels(IConfiguration settings)
{
    private const string Section = "Serilog:MinimumLevel";

    /// <summary>Applies the levels to a logger, and their changes.</summary>
    public void Apply(LoggerConfiguration logger)
    {
        var min = new LoggingLevelSwitch();
        var overrides = Overrides.ToDictionary(source => source.Path, _ => new LoggingLevelSwitch());
        logger.MinimumLevel.ControlledBy(min);
        foreach (var source in Overrides)
            logger.MinimumLevel.Override(source.Key, overrides[source.Path]);
        ChangeToken.OnChange(settings.GetReloadToken, Read);
        Read();

        void Read()
        {
            min.MinimumLevel = Level(Section) ?? Level($"{Section}:Default") ?? LogEventLevel.Information;
            foreach (var (path, level) in overrides)
                level.MinimumLevel = Level(path) ?? min.MinimumLevel;
        }
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

        return failures;
    }

    private IEnumerable<IConfigurationSection> Overrides => settings.GetSection($"{Section}:Override").GetChildren();

    private LogEventLevel? Level(string path) =>
        Enum.TryParse<LogEventLevel>(settings[path], ignoreCase: true, out var level) && Enum.IsDefined(level) ? level : null;
}
