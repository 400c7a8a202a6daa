using Bridge.Api.Access;
using Bridge.Api.Errors;
using Microsoft.OpenApi;

namespace Bridge.Api.Documentation;

/// <summary>The OpenAPI document, Swagger UI, and the page that the problem types point to.</summary>
internal static class DocumentationSetup
{
    public static void AddBridgeDocumentation(this IServiceCollection services)
    {
        services.AddEndpointsApiExplorer();
        services.AddSwaggerGen(swagger =>
        {
            swagger.SwaggerDoc("v1", new OpenApiInfo
            {
                Title = "Bridge",
                Version = "v1",
                Description = "Drives a running Game Boy Advance or Game Boy emulator over HTTP. The examples work as they stand with ./run.sh.",
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
        });
    }

    public static void UseBridgeDocumentation(this WebApplication app)
    {
        // A branch of its own, so that all other requests don't pass through its middleware.
        app.UseWhen(context => context.Request.Path.StartsWithSegments("/swagger", StringComparison.Ordinal), swagger =>
        {
            swagger.Use((context, next) =>
            {
                SafeHeaders.AllowOwnFiles(context.Response.Headers);
                return next(context);
            });
            swagger.UseSwagger();
            swagger.UseSwaggerUI(ui =>
            {
                ui.DocumentTitle = "Bridge";
                ui.SwaggerEndpoint("/swagger/v1/swagger.json", "Bridge v1");
                ui.EnableTryItOutByDefault();
                ui.DisplayRequestDuration();
            });
        });
        foreach (var page in (string[])["troubleshooting.md", "security.md"])
            app.MapGet($"/docs/{page}", () => Results.Stream(Open(page), "text/markdown; charset=utf-8")).Needs(Access.Scope.None).ExcludeFromDescription();
    }

    private static Stream Open(string page) => typeof(DocumentationSetup).Assembly.GetManifestResourceStream(page)
        ?? throw new InvalidOperationException($"docs/{page} is not part of this build.");
}
