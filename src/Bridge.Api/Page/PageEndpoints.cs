using System.Reflection;
using Bridge.Api.OpenApi;
using Bridge.Api.Security;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Page;

/// <summary>
/// The page at /: the files of wwwroot, each an endpoint. They are parts of the program itself, so they are there wherever it is run
/// from, and requests for anything else pass no middleware for them.
/// </summary>
internal static class PageEndpoints
{
    // Bridge.Api.csproj names the resources like this.
    private const string Prefix = "wwwroot/";
    private const string Start = "index.html";

    private static readonly Assembly Program = typeof(PageEndpoints).Assembly;

    // A build has one; the same sources give the same.
    private static readonly EntityTagHeaderValue Tag = new($"\"{Program.ManifestModule.ModuleVersionId:N}\"");

    public static void MapPage(this IEndpointRouteBuilder routes)
    {
        var types = new FileExtensionContentTypeProvider();
        foreach (var resource in Program.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)))
        {
            // Where it was built on Windows, folders end in a backslash.
            var path = resource[Prefix.Length..].Replace('\\', '/');
            var type = types.TryGetContentType(path, out var known) ? known
                : throw new InvalidOperationException($"wwwroot/{path} has an ending that no browser knows.");
            routes.MapGet(path == Start ? "/" : $"/page/{path}",
                (HttpContext context) => Answer(context, resource, $"{type}; charset=utf-8"))
                .Needs(Scope.None)
                .ExcludeFromDescription();
        }
    }

    private static IResult Answer(HttpContext context, string resource, string type)
    {
        SafeHeaders.SetForPage(context.Response.Headers);
        // A browser keeps it and asks each time whether it still holds: the page is never older than its bridge.
        context.Response.Headers.CacheControl = "no-cache";
        return Results.Stream(Program.GetManifestResourceStream(resource)!, type, entityTag: Tag);
    }
}
