using Bridge.Api;
using Bridge.Api.Composition.CommandLine;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Page;
using Bridge.Api.Features.Script;
using Bridge.Api.Features.Vectors;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Fleet;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Limits;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;

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
    routes.MapVectors();
    routes.MapDoors();
    routes.MapVerification();
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
