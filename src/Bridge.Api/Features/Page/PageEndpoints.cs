using System.Reflection;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Features.Page;

/// <summary>
/// Serves the page at /: the files of wwwroot, each one an endpoint. They are embedded in the program, so they exist wherever it runs,
/// and other requests pass no middleware for them.
/// </summary>
internal static class PageEndpoints
{
    // Bridge.Api.csproj gives the resources these names.
    private const string Prefix = "wwwroot/";
    private const string Start = "index.html";

    private static readonly Assembly Program = typeof(PageEndpoints).Assembly;

    // Differs for each build; the same sources give the same value.
    private static readonly EntityTagHeaderValue Tag = new($"\"{Program.ManifestModule.ModuleVersionId:N}\"");

    public static void MapPage(this IEndpointRouteBuilder routes)
    {
        var types = new FileExtensionContentTypeProvider();
        foreach (var resource in Program.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)))
        {
            // In a program that was built on Windows, the names have backslashes.
            var path = resource[Prefix.Length..].Replace('\\', '/');
            var type = types.TryGetContentType(path, out var known) ? known
                : throw new InvalidOperationException($"wwwroot/{path} has an ending that no browser knows.");
            routes.MapGet(path == Start ? "/" : $"/page/{path}",
                (HttpContext context) => Respond(context, resource, $"{type}; charset=utf-8"))
                .Needs(Scope.None)
                .ExcludeFromDescription();
        }
    }

    private static IResult Respond(HttpContext context, string resource, string type)
    {
        SafeHeaders.SetForPage(context.Response.Headers);
        // A browser caches the page and revalidates it each time, so that the page is never older than its bridge.
        context.Response.Headers.CacheControl = "no-cache";
        return Results.Stream(Program.GetManifestResourceStream(resource)!, type, entityTag: Tag);
    }
}
