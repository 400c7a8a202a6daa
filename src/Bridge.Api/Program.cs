using Bridge.Api;
using Bridge.Api.CommandLine;
using Bridge.Api.Compat;
using Bridge.Api.Configuration;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Fleet;
using Bridge.Api.Frames;
using Bridge.Api.Hosting;
using Bridge.Api.Http;
using Bridge.Api.Mcp;
using Bridge.Api.OnDemand;
using Bridge.Api.OpenApi;
using Bridge.Api.Page;
using Bridge.Api.Script;
using Bridge.Api.Security;

return await new BridgeCommand(
    (settings, stop) => StartFailure.ReportAsync(() => Build(settings), app => Map(app, stop)),
    Build).RunAsync(args);

static WebApplication Build(string[] settings)
{
    var builder = ProgramSettings.CreateBuilder(settings);
    InlineScheduling.Enable(builder.Configuration);
    builder.AddBridgeLogging();
    builder.AddBridge();
    builder.AddBridgeTelemetry();

    var app = builder.Build();
    if (app.Configuration[ProgramSettings.NotFollowed] is { } reason)
        Log.SettingsNotFollowed(app.Logger, reason);
    app.UseMiddleware<RequestBoundary>();
    app.UseOriginChecks(static checks =>
    {
        checks.UseMiddleware<AccountGuard>();
        checks.UseMiddleware<BrowserGuard>();
        checks.UseOtherOrigins();
        checks.UseClientRate();
    });
    app.UseMiddleware<HeadRequests>();
    app.UseRouting();
    app.UseMiddleware<InlineSchedulingGuard>();
    app.UseBridgeDocumentation();
    app.UseMiddleware<EffectGuard>();
    app.UseMiddleware<TokenGuard>();
    app.UseMiddleware<QueryGuard>();
    app.UseMiddleware<BodyGuard>();
    app.UseFleet();
    return app;
}

static void Map(WebApplication routes, CancellationToken stop)
{
    stop.UnsafeRegister(static host => ((IHostApplicationLifetime)host!).StopApplication(), routes.Lifetime);
    routes.MapHealth();
    routes.MapEcho();
    routes.MapEmulators();
    routes.MapCreation();
    routes.MapStepMany();
    routes.MapFleet();
    routes.MapMeters();
    routes.MapMetrics();
    routes.MapGroup("/emulators/{emulator}").MapOperations();
    routes.MapMcpEndpoints();
    routes.MapMgbaHttp();
    routes.MapScript();
    routes.MapPage();
}

/// <summary>Public so that the tests can host the program.</summary>
public partial class Program;
