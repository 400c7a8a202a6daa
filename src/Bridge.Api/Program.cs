using Bridge.Api;
using Bridge.Api.Compat;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Hosting;
using Bridge.Api.Http;
using Bridge.Api.OpenApi;
using Bridge.Api.Page;
using Bridge.Api.Security;

if (args is ["--check", var address])
    return await ReadinessCheck.RunAsync(address);

return await StartFailure.ReportAsync(
    () =>
    {
        var builder = WebApplication.CreateSlimBuilder(args);
        builder.Configuration.AddShortNames(args);
        InlineScheduling.Enable(builder.Configuration);
        builder.AddBridgeLogging();
        builder.AddBridge();
        builder.AddBridgeTelemetry();

        var app = builder.Build();
        app.UseMiddleware<RequestBoundary>();
        app.UseMiddleware<AccountGuard>();
        app.UseMiddleware<BrowserGuard>();
        app.UseOtherOrigins();
        app.UseClientRate();
        app.UseRouting();
        app.UseMiddleware<InlineSchedulingGuard>();
        app.UseBridgeDocumentation();
        app.UseMiddleware<EffectGuard>();
        app.UseMiddleware<TokenGuard>();
        app.UseMiddleware<QueryGuard>();
        app.UseMiddleware<BodyGuard>();
        return app;
    },
    routes =>
    {
        routes.MapHealth();
        routes.MapEcho();
        routes.MapEmulators();
        routes.MapMeters();
        routes.MapGroup("/emulators/{emulator}").MapOperations();
        routes.MapMgbaHttp();
        routes.MapPage();
    });

/// <summary>Public so that the tests can host the program.</summary>
public partial class Program;
