using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using Swashbuckle.AspNetCore.SwaggerUI;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Serves the OpenAPI document, Swagger UI, the client for browsers, and the pages that problem types and error sentences refer to.
/// </summary>
internal static class DocumentationSetup
{
    private const string Document = "/swagger/v1/swagger.json";

    public static void UseBridgeDocumentation(this WebApplication app)
    {
        // A branch, so that all other requests skip its middleware.
        app.UseWhen(context => context.Request.Path.StartsWithSegments("/swagger", StringComparison.Ordinal), swagger =>
        {
            swagger.Use((context, next) =>
            {
                SafeHeaders.SetForPage(context.Response.Headers);
                return next(context);
            });
            swagger.UseSwaggerUI(ui =>
            {
                ui.DocumentTitle = "Bridge";
                ui.SwaggerEndpoint(Document, "Bridge v1");
                ui.EnableTryItOutByDefault();
                ui.DisplayRequestDuration();
                ui.DocExpansion(DocExpansion.None);
                ui.EnableDeepLinking();
                ui.EnableFilter();
                ui.InjectJavascript("/page/swagger.js");
            });
        });
        // The tests write the OpenAPI document (CONTRIBUTING.md), so that the generator is not part of the program.
        // Programs for mGBA-http take the last path for a sign that the server runs.
        foreach (var path in (string[])[Document, "/openapi.json", "/openapi/v1.json"])
            app.MapFile(path, "openapi.json", "application/json; charset=utf-8");
        // One module, made from clients/typescript: npm run bundle.
        app.MapFile("/client.js", "client.js", "text/javascript; charset=utf-8");
        foreach (var page in (string[])["troubleshooting.md", "security.md"])
            app.MapFile($"/docs/{page}", page, "text/markdown; charset=utf-8");
    }

    private static void MapFile(this WebApplication app, string path, string name, string type) =>
        app.MapGet(path, () => Results.Stream(Open(name), type)).Needs(Scope.None).ExcludeFromDescription();

    private static Stream Open(string name) => typeof(DocumentationSetup).Assembly.GetManifestResourceStream(name)
        ?? throw new InvalidOperationException($"{name} is not part of this build.");
}
