using System.Net;
using Bridge.Api.Features.Mcp;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>A bridge whose tools take their time from a clock that a test moves; everything else keeps the real clock.</summary>
internal sealed class TimedBridge : WebApplicationFactory<Program>
{
    private readonly int _port;

    public TimedBridge(int port)
    {
        _port = port;
        UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        StartServer();
        Client = CreateClient();
    }

    public FakeTime Time { get; } = new();

    public HttpClient Client { get; }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("Bridge:Drain", "00:00:00");
        builder.UseSetting("Bridge:Emulators:default:Port", $"{_port}");
        builder.ConfigureTestServices(services => services.AddSingleton(provider =>
            new ToolParts(Time, provider.GetRequiredService<NearNames>(), new McpOptions(), NullLogger<ToolParts>.Instance)));
    }
}
