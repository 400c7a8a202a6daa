using Bridge.Api;
using Bridge.Api.Access;
using Bridge.Api.Documentation;
using Bridge.Api.Endpoints;
using Bridge.Api.Health;
using Bridge.Api.Logging;
using Bridge.Api.MgbaHttp;

if (args is ["--check", var address])
    return await ReadinessCheck.RunAsync(address);

var builder = WebApplication.CreateSlimBuilder(args);
builder.AddBridgeLogging();
builder.AddBridge();
builder.Services.AddBridgeDocumentation();

var app = builder.Build();
app.UseMiddleware<RequestBoundary>();
app.UseMiddleware<BrowserGuard>();
app.UseOtherOrigins();
app.UseBridgeDocumentation();
app.UseRouting();
app.UseMiddleware<TokenGuard>();
app.UseMiddleware<QueryGuard>();
app.UseMiddleware<BodyGuard>();

return await StartFailure.ReportAsync(app, routes =>
{
    routes.MapHealth();
    routes.MapEcho();
    routes.MapEmulators();
    var emulator = routes.MapGroup("/emulators/{emulator}");
    emulator.MapEmulator();
    emulator.MapMemory();
    emulator.MapMemorySearch();
    emulator.MapMemoryReads();
    emulator.MapBatch();
    emulator.MapRegisters();
    emulator.MapConsole();
    emulator.MapButtons();
    emulator.MapSequences();
    emulator.MapWaits();
    emulator.MapScreen();
    emulator.MapScreenStream();
    emulator.MapState();
    emulator.MapNamedStates();
    emulator.MapRoms();
    emulator.MapSpeed();
    emulator.MapHold();
    emulator.MapAct();
    routes.MapMgbaHttp();
});

/// <summary>Visible to the tests' host.</summary>
public partial class Program;
