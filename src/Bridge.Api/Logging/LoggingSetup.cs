using System.Globalization;
using Bridge.Api.Emulators;
using Bridge.Api.Listening;
using Bridge.RawListener;
using Microsoft.Extensions.Options;
using Serilog;
using Serilog.Extensions.Logging;
using Serilog.Formatting.Json;

namespace Bridge.Api.Logging;

/// <summary>Serilog: lines for people, or JSON with <c>Bridge:LogFormat=json</c>; levels in the section <c>Serilog</c>.</summary>
internal static class LoggingSetup
{
    // With a stack trace, while StartFailure tells it in a sentence.
    private const string HostFailed = "Hosting failed to start";

    private const string Line = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    public static void AddBridgeLogging(this WebApplicationBuilder builder)
    {
        var levels = new LogLevels(builder.Configuration);
        builder.Services.AddSingleton<IValidateOptions<BridgeOptions>>(levels);
        var settings = new LoggerConfiguration()
            // Told in a sentence as the program ends.
            .Filter.ByExcluding(logged =>
                logged.Exception is StartException or RawListenerFailedException || logged.MessageTemplate.Text == HostFailed);
        levels.Apply(settings);
        if (builder.Configuration["Bridge:LogFormat"] == "json")
            settings.WriteTo.Console(new JsonFormatter(renderMessage: true, formatProvider: CultureInfo.InvariantCulture));
        else
            settings.WriteTo.Console(outputTemplate: Line, formatProvider: CultureInfo.InvariantCulture);
        builder.Logging.ClearProviders();
        var logger = settings.CreateLogger();
        builder.Services.AddSingleton<ILoggerProvider>(_ => new UnscopedLogs(new SerilogLoggerProvider(logger, dispose: true)));
        // Serilog has levels of its own.
        builder.Logging.AddFilter<UnscopedLogs>(null, LogLevel.Trace);
        // While anything of it could be logged, ASP.NET makes an activity and a log scope for every request. RequestLog logs instead.
        builder.Logging.AddFilter<UnscopedLogs>("Microsoft.AspNetCore.Hosting.Diagnostics", LogLevel.None);
    }
}
