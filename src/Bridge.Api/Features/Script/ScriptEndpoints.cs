using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;

namespace Bridge.Api.Features.Script;

/// <summary>Serves the script for mGBA, in the version of this bridge.</summary>
internal static class ScriptEndpoints
{
    private const string MediaType = "text/x-lua";

    public static void MapScript(this IEndpointRouteBuilder routes) => routes.MapGet($"/{ScriptFile.Name}", Download)
        .WithTags("Script")
        .Needs(Scope.None)
        .Describe("GetScript", "Downloads the script for mGBA",
            "The script of this bridge as one file. Save it anywhere and load it in mGBA: Tools > Scripting... > File > Load script.")
        .TakesQuery()
        .Produces<string>(StatusCodes.Status200OK, MediaType)
        .Refuses(ProblemTypes.UnknownParameter);

    private static IResult Download() =>
        Results.Stream(ScriptFile.Open(), $"{MediaType}; charset=utf-8", fileDownloadName: ScriptFile.Name);
}
