using System.Globalization;
using Bridge.Api.Errors;
using Bridge.RawListener;
using Microsoft.Extensions.Options;
using ModelContextProtocol;
using Serilog;
using Serilog.Events;
using Serilog.Formatting.Json;

namespace Bridge.Api.Diagnostics;

/// <summary>Serilog: lines for people, or JSON with <c>Bridge:LogFormat=json</c>; levels in the section <c>Serilog</c>.</summary>
internal static class LoggingSetup
{
    // With a stack trace, while StartFailure tells it in a sentence.
    private const string HostFailed = "Hosting failed to start";

    private const string Line = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    public static void AddBridgeLogging(this WebApplicationBuilder builder)
    {
        var levels = new LogLevels(builder.Configuration);
        var settings = new LoggerConfiguration()
            // Told in a sentence as the program ends.
            .Filter.ByExcluding(logged =>
                logged.Exception is StartException or RawListenerFailedException || logged.MessageTemplate.Text == HostFailed
                // A mistake of an MCP client, which is told of it.
                || logged.Exception is McpProtocolException);
        levels.Apply(settings);
        // While anything of it could be logged, ASP.NET makes an activity and a log scope for every request. RequestLog logs instead.
        settings.MinimumLevel.Override("Microsoft.AspNetCore.Hosting.Diagnostics", LevelAlias.Off);
        if (builder.Configuration["Bridge:LogFormat"] == "json")
            settings.WriteTo.Console(new JsonFormatter(renderMessage: true, formatProvider: CultureInfo.InvariantCulture));
        else
            settings.WriteTo.Console(outputTemplate: Line, formatProvider: CultureInfo.InvariantCulture);
        // Kestrel opens a scope for each connection, which takes 240 bytes as long as it is open. No line shows any of it.
        builder.Services.Configure<LoggerFilterOptions>(filter => filter.CaptureScopes = false);
        builder.Logging.ClearProviders().AddSerilog(settings.CreateLogger(), dispose: true);
    }
}
