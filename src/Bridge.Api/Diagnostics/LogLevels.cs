using Microsoft.Extensions.Primitives;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// The levels in the section <c>Serilog:MinimumLevel</c>, which is all that the section <c>Serilog</c> has here: what else Serilog's own
/// reader finds there, it finds by reflection. When the file that they stand in changes, so do they.
/// </summary>
internal sealed class LogLevels(IConfiguration settings)
{
    private const string Section = "Serilog:MinimumLevel";

    /// <summary>Has the logger log from these levels on.</summary>
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

    /// <summary>Says what is wrong with that section.</summary>
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
