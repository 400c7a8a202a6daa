using Bridge.Api.Listening;
using Bridge.Api.Tests.Documentation;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Listening;

public sealed class QuickEndpointTests
{
    // What is added here must neither block nor compute for long: everybody else's requests wait for it.
    private static readonly string[] Quick =
    [
        "GET /core/read16", "GET /core/read32", "GET /core/read8", "GET /core/readrange",
        "GET /emulators/{emulator}/memory/{address}", "GET /health/live",
        "GET /mgbaendpoint", "POST /core/write16", "POST /core/write32", "POST /core/write8", "PUT /emulators/{emulator}/memory/{address}",
    ];

    [Fact]
    public async Task Only_these_run_on_the_threads_that_wait_for_sockets()
    {
        await using var program = new DescribedProgram();
        var marked = program.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<RunsInPlace>() is not null)
            .SelectMany(endpoint => endpoint.Metadata.GetRequiredMetadata<HttpMethodMetadata>().HttpMethods
                .Select(method => $"{method} {endpoint.RoutePattern.RawText}"));
        Assert.Equal(Quick, marked.Order(StringComparer.Ordinal));
    }
}
