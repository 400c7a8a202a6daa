using Bridge.Api.Diagnostics;
using Microsoft.Extensions.Configuration;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace Bridge.Api.Tests.Shapes;

public sealed class LogLevelTests
{
    private const string Section = "Serilog:MinimumLevel";

    [Fact]
    public void Log_levels_follow_the_settings_and_their_changes()
    {
        var settings = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            [$"{Section}:Default"] = "Warning",
            [$"{Section}:Override:Bridge.Api"] = "debug",
        }).Build();
        var configuration = new LoggerConfiguration();
        new LogLevels(settings).Apply(configuration);
        using var logger = configuration.CreateLogger();
        var ours = logger.ForContext(Constants.SourceContextPropertyName, "Bridge.Api.Diagnostics.RequestLog");
        Assert.Equal((LogEventLevel.Warning, LogEventLevel.Debug), (MinLevelOf(logger), MinLevelOf(ours)));

        settings[$"{Section}:Default"] = "Error";
        settings[$"{Section}:Override:Bridge.Api"] = "Verbose";
        settings.Reload();
        Assert.Equal((LogEventLevel.Error, LogEventLevel.Verbose), (MinLevelOf(logger), MinLevelOf(ours)));
    }

    [Theory]
    [InlineData("Error", LogEventLevel.Error)]
    [InlineData("", LogEventLevel.Information)]
    public void One_level_may_apply_to_all_categories(string level, LogEventLevel min)
    {
        var configuration = new LoggerConfiguration();
        new LogLevels(new ConfigurationBuilder().AddInMemoryCollection([new(Section, level)]).Build()).Apply(configuration);
        using var logger = configuration.CreateLogger();
        Assert.Equal(min, MinLevelOf(logger));
    }

    private static LogEventLevel MinLevelOf(ILogger logger) => Enum.GetValues<LogEventLevel>().First(logger.IsEnabled);
}
