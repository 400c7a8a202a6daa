using Bridge.Api.Server.Inline;
using Bridge.Api.Tests.Contract.OpenApi;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Server.Inline;

public sealed class RunInlineTests
{
    // A command in this list must neither block nor compute for long: all other requests of the thread wait for it.
    private static readonly string[] Quick =
    [
        "GET /core/read16", "GET /core/read32", "GET /core/read8", "GET /core/readrange",
        "GET /emulators/{emulator}/memory/{address}", "GET /health/live",
        "GET /mgbaendpoint", "POST /core/write16", "POST /core/write32", "POST /core/write8",
        "POST /emulators/step", "POST /emulators/{emulator}/frames/step", "PUT /emulators/{emulator}/memory/{address}",
    ];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_these_commands_run_inline_and_none_if_it_is_turned_off(bool isOn)
    {
        await using var described = new DescribedProgram();
        await using var program = described.WithWebHostBuilder(builder => builder.UseSetting(InlineScheduling.Setting, $"{isOn}"));
        var marked = program.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.Metadata.GetMetadata<RunInlineAttribute>() is not null)
            .SelectMany(endpoint => endpoint.Metadata.GetRequiredMetadata<HttpMethodMetadata>().HttpMethods
                .Select(method => $"{method} {endpoint.RoutePattern.RawText}"));
        Assert.Equal(isOn ? Quick : [], marked.Order(StringComparer.Ordinal));
    }
}
