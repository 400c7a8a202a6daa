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
    public void The_levels_are_those_of_the_settings_and_change_with_them()
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
        Assert.Equal((LogEventLevel.Warning, LogEventLevel.Debug), (LeastOf(logger), LeastOf(ours)));

        settings[$"{Section}:Default"] = "Error";
        settings[$"{Section}:Override:Bridge.Api"] = "Verbose";
        settings.Reload();
        Assert.Equal((LogEventLevel.Error, LogEventLevel.Verbose), (LeastOf(logger), LeastOf(ours)));
    }

    [Theory]
    [InlineData("Error", LogEventLevel.Error)]
    [InlineData("", LogEventLevel.Information)]
    public void One_level_may_stand_for_all(string level, LogEventLevel least)
    {
        var configuration = new LoggerConfiguration();
        new LogLevels(new ConfigurationBuilder().AddInMemoryCollection([new(Section, level)]).Build()).Apply(configuration);
        using var logger = configuration.CreateLogger();
        Assert.Equal(least, LeastOf(logger));
    }

    private static LogEventLevel LeastOf(ILogger logger) => Enum.GetValues<LogEventLevel>().First(logger.IsEnabled);
}
