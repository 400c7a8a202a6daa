using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Contract.OpenApi;

/// <summary>The program whose endpoints the OpenAPI document describes; the program itself only serves the finished file.</summary>
public sealed class DescribedProgram : WebApplicationFactory<Program>
{
    /// <summary>Returns the document that describes the current endpoints.</summary>
    public string Describe() => new DocumentGenerator().Generate(Services.GetRequiredService<EndpointDataSource>().Endpoints
        .OfType<RouteEndpoint>()
        .Where(endpoint => endpoint.Metadata.GetMetadata<IExcludeFromDescriptionMetadata>() is not { ExcludeFromDescription: true }));

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("Bridge:Emulators:default:Port", $"{FreePort.Take()}");
        builder.UseSetting("Bridge:Drain", "00:00:00");
    }
}
