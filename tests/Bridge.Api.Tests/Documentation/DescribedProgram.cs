using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.OpenApi;
using Swashbuckle.AspNetCore.Swagger;
using Swashbuckle.AspNetCore.SwaggerGen;

namespace Bridge.Api.Tests.Documentation;

/// <summary>The program with the generator of its OpenAPI document; the program itself only serves the finished file.</summary>
public sealed class DescribedProgram : WebApplicationFactory<Program>
{
    /// <summary>Returns the document that describes the current endpoints.</summary>
    public Task<string> DescribeAsync() =>
        Services.GetRequiredService<ISwaggerProvider>().GetSwagger("v1").SerializeAsJsonAsync(OpenApiSpecVersion.OpenApi3_0);

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting("Bridge:Emulators:default:Port", $"{FreePort.Take()}");
        builder.UseSetting("Bridge:Drain", "00:00:00");
        builder.ConfigureServices(services => services.AddEndpointsApiExplorer().AddSwaggerGen(Describe));
    }

    private static void Describe(SwaggerGenOptions swagger)
    {
        swagger.SwaggerDoc("v1", new OpenApiInfo
        {
            Title = "Bridge",
            Version = "v1",
            Description =
                "Drives a running Game Boy Advance or Game Boy emulator over HTTP. The examples work as they stand with ./run.sh.",
        });
        swagger.SupportNonNullableReferenceTypes();
        swagger.NonNullableReferenceTypesAsRequired();
        swagger.OperationFilter<OperationNotes>();
        swagger.OperationFilter<OperationScope>();
        swagger.AddSecurityDefinition(OperationScope.Scheme, new OpenApiSecurityScheme
        {
            Type = SecuritySchemeType.Http,
            Scheme = "bearer",
            Description = "Asked for only when Bridge:Tokens has any; each operation's x-scope says what the token has to allow.",
        });
        swagger.MapType<Stream>(() => new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary" });
        // Bytes in JSON are hexadecimal digits (HexBytes).
        swagger.MapType<ReadOnlyMemory<byte>>(() => new OpenApiSchema { Type = JsonSchemaType.String, Pattern = "^([0-9a-f]{2})*$" });
    }
}
