using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Events;

/// <summary>Maps the import of a list of watches.</summary>
internal static class WatchImportEndpoints
{
    public static void MapWatchImport(this IEndpointRouteBuilder watches)
    {
        watches.MapPost("/import", ImportAsync)
            .Describe("ImportWatches", "Watches the places of a RAM Watch list (.wch)",
                "The body is a list of BizHawk or of another emulator with RAM Watch, in UTF-8, at most 256 KiB. Each line becomes a watch "
                + "(POST …/watches) of its address, type and domain; a note becomes the name, with _ for characters that a name can't "
                + "have. Without a domain, addresses are on the bus. skipped has the other lines, at most 1,000, with the reason: fixed "
                + "and floating point, big endian, and places that the game doesn't have. Separators are left out. If the emulator "
                + "disconnects, or the limit of watches is reached, no watch of the list stays.")
            .Needs(Scope.Read)
            .TakesQuery()
            .TakesBytes(WatchFile.MaxBytes, isOptional: false, RawBody.ContentType)
            .Produces<ImportedWatches>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.TooLarge, ProblemTypes.TooManyWatches,
                ProblemTypes.UnsupportedMediaType);
        watches.AllowOnly("/import", HttpMethods.Post);
    }

    private static async Task<Created<ImportedWatches>> ImportAsync(string emulator, HttpContext context,
        EmulatorDirectory emulators, EventFeeds feeds)
    {
        var client = emulators.Get(emulator);
        var file = await RawBody.ReadAsync(context.Request, WatchFile.MaxBytes, "a RAM Watch list (.wch)");
        var watches = await WatchImport.RunAsync(feeds.Of(client), WatchFile.Parse(file.Span), context.Features.Get<AccessToken>());
        return TypedResults.Created($"/emulators/{client.Name}/watches", watches);
    }
}
