using Bridge.Api.Server.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Server.Diagnostics;

public sealed class LogLevelTests
{
    private const string Section = "Serilog:MinimumLevel";
    private const string Ours = "Bridge.Api.Server.Diagnostics.RequestLog";
    private const string AspNetRequests = "Microsoft.AspNetCore.Hosting.Diagnostics";

    [Fact]
    public void Log_levels_follow_the_settings_and_their_changes()
    {
        var builder = Builder([new($"{Section}:Default", "Warning"), new($"{Section}:Override:Bridge.Api", "debug")]);
        using var services = builder.Services.BuildServiceProvider();
        Assert.Equal((LogLevel.Warning, LogLevel.Debug), (MinLevelOf(services, "Other"), MinLevelOf(services, Ours)));

        builder.Configuration[$"{Section}:Default"] = "Fatal";
        builder.Configuration[$"{Section}:Override:Bridge.Api"] = "Verbose";
        builder.Configuration[$"{Section}:Override:New"] = "Error";
        ((IConfigurationRoot)builder.Configuration).Reload();
        Assert.Equal((LogLevel.Critical, LogLevel.Trace), (MinLevelOf(services, "Other"), MinLevelOf(services, Ours)));
        Assert.Equal(LogLevel.Error, MinLevelOf(services, "New.Source"));
    }

    // The log's filter can't use wildcards. The start refuses them, but the file may change later.
    [Theory]
    [InlineData("*")]
    [InlineData("a*b*c")]
    public void A_name_with_wildcards_changes_no_level(string name)
    {
        var builder = Builder([]);
        using var services = builder.Services.BuildServiceProvider();
        _ = MinLevelOf(services, Ours);
        builder.Configuration[$"{Section}:Override:{name}"] = "Verbose";
        ((IConfigurationRoot)builder.Configuration).Reload();
        Assert.Equal((LogLevel.Information, LogLevel.Information), (MinLevelOf(services, Ours), MinLevelOf(services, "Other")));
    }

    [Theory]
    [InlineData("Error", LogLevel.Error)]
    [InlineData("", LogLevel.Information)]
    public void One_level_may_apply_to_all_categories(string level, LogLevel min)
    {
        using var services = Builder([new(Section, level)]).Services.BuildServiceProvider();
        Assert.Equal((min, min), (MinLevelOf(services, "Other"), MinLevelOf(services, Ours)));
    }

    [Theory]
    [InlineData("Microsoft")]
    [InlineData(AspNetRequests)]
    public void ASP_NET_logs_no_requests_of_its_own(string category)
    {
        using var services = Builder([new($"{Section}:Override:{category}", "Verbose")]).Services.BuildServiceProvider();
        Assert.Null(MinLevelOf(services, AspNetRequests));
    }

    private static WebApplicationBuilder Builder(IEnumerable<KeyValuePair<string, string?>> settings)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration.AddInMemoryCollection(settings);
        builder.AddBridgeLogging();
        return builder;
    }

    // Null if no level is on.
    private static LogLevel? MinLevelOf(ServiceProvider services, string category)
    {
        var logger = services.GetRequiredService<ILoggerFactory>().CreateLogger(category);
        return Enum.GetValues<LogLevel>().Where(logger.IsEnabled).Cast<LogLevel?>().FirstOrDefault();
    }
}
