using Bridge.Api;
using Bridge.Api.Compat;
using Bridge.Api.Diagnostics;
using Bridge.Api.Emulators;
using Bridge.Api.Hosting;
using Bridge.Api.Http;
using Bridge.Api.Mcp;
using Bridge.Api.OpenApi;
using Bridge.Api.Page;
using Bridge.Api.Script;
using Bridge.Api.Security;

if (args is ["--check", var address])
    return await ReadinessCheck.RunAsync(address);

return args is ["mcp", .. var options]
    ? await RelayCommand.RunAsync(options, ServeAsync)
    : await ServeAsync(args, CancellationToken.None);

static Task<int> ServeAsync(string[] args, CancellationToken stop) => StartFailure.ReportAsync(
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
        stop.UnsafeRegister(static host => ((IHostApplicationLifetime)host!).StopApplication(), routes.Lifetime);
        routes.MapHealth();
        routes.MapEcho();
        routes.MapEmulators();
        routes.MapMeters();
        routes.MapGroup("/emulators/{emulator}").MapOperations();
        routes.MapMcpEndpoints();
        routes.MapMgbaHttp();
        routes.MapScript();
        routes.MapPage();
    });

/// <summary>Visible to the tests' host.</summary>
public partial class Program;
