using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Memory;

/// <summary>Maps searches for the address of a value in the game's memory.</summary>
internal static class MemorySearchEndpoints
{
    public static void MapMemorySearch(this IEndpointRouteBuilder routes)
    {
        var search = routes.MapGroup("/memory/search").WithTags("Memory");
        search.MapPost("", SearchAsync)
            .Needs(Scope.Read)
            .Describe("SearchMemory", "Searches memory for a value or a change",
                "A first search names type and a comparison in is: eq, ne, lt, le, gt or ge with a value, or any if the value is unknown. "
                + "address and length name a range; without both, the search covers all of domain, or the console's working RAM on the bus "
                + "(the GBA's wram and iwram, the Game Boy's visible wram and hram). To narrow the search, send its id and is, as often as "
                + "needed: the same comparisons, or changed, unchanged, increased, decreased against the previous search. any keeps all "
                + "places and updates their values. count is the number of remaining places. matches lists those from offset on, at most "
                + "limit (0 to 4096, default 100). undo: true takes back the latest narrowing, once, instead of is. aligned: false checks "
                + "every byte, not only multiples of the width of the type. A range is 1 to 1,048,576 bytes; several ranges, and parts of "
                + "one over 262,144 bytes, can come from different frames. The bridge keeps the 16 most recently used searches, for 10 "
                + "minutes without use; they end with the game. With tokens, a search belongs to one token, and the token with the most "
                + "searches loses its oldest.")
            .TakesQuery()
            .TakesBody<MemorySearchRequest>(MemoryRules.Search, """{"type": "u16", "is": "any", "limit": 10}""")
            .Produces<MemorySearchResponse>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.UnknownSearch, ProblemTypes.Conflict,
                ProblemTypes.UnsupportedMediaType);
        search.AllowOnly("", HttpMethods.Post);
        search.MapDelete("/{id}", Forget)
            .Needs(Scope.Read)
            .Describe("ForgetSearch", "Deletes a search", "Ids are not reused.")
            .TakesPath(new ParameterNote("id", "The id of the search, as the first response returned it.", "1")
                { Rule = MemoryRules.SearchId })
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownSearch);
    }

    private static async Task<MemorySearchResponse> SearchAsync(string emulator, HttpContext context,
        EmulatorDirectory emulators, MemorySearches searches)
    {
        var client = emulators.Get(emulator);
        var request = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.MemorySearchRequest);
        return await searches.SearchAsync(client, request, context.Features.Get<AccessToken>(), context.RequestAborted);
    }

    private static NoContent Forget(string emulator, string id, HttpContext context, EmulatorDirectory emulators, MemorySearches searches)
    {
        searches.Forget(emulators.Get(emulator), MemoryRules.SearchId.Parse(id), context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }
}
