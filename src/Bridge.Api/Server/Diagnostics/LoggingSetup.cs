using System.Globalization;
using Bridge.Api.Contract.Errors;
using Microsoft.Extensions.Options;
using ModelContextProtocol;
using Serilog;
using Serilog.Events;
using Serilog.Formatting.Json;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>Sets up Serilog: text lines, or JSON with <c>Bridge:LogFormat=json</c>; levels from the section <c>Serilog</c>.</summary>
internal static class LoggingSetup
{
    private const string HostFailed = "Hosting failed to start";

    private const string TextTemplate = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    public static void AddBridgeLogging(this WebApplicationBuilder builder)
    {
        var settings = new LoggerConfiguration()
            // LogLevels decides instead.
            .MinimumLevel.Verbose()
            .Filter.ByExcluding(IsReportedElsewhere);
        if (builder.Configuration["Bridge:LogFormat"] == "json")
            settings.WriteTo.Console(new JsonFormatter(renderMessage: true, formatProvider: CultureInfo.InvariantCulture));
        else
            settings.WriteTo.Console(outputTemplate: TextTemplate, formatProvider: CultureInfo.InvariantCulture);
        // Kestrel opens a scope for each connection, which takes 240 bytes while it is open. No log line uses it.
        builder.Services.Configure<LoggerFilterOptions>(filter => filter.CaptureScopes = false);
        builder.Logging.ClearProviders().AddSerilog(settings.CreateLogger(), dispose: true);
        // After AddSerilog, whose own rule lets everything through. ASP.NET configures the filter again whenever a setting changes.
        builder.Services.AddSingleton<IConfigureOptions<LoggerFilterOptions>, LogLevels>();
    }

    // StartFailure reports in one sentence what the host logs with a stack trace. An MCP client gets its mistakes as errors.
    private static bool IsReportedElsewhere(LogEvent logged) =>
        logged.Exception is StartException or McpProtocolException || logged.MessageTemplate.Text == HostFailed;
}
