using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Memory;

/// <summary>Finds where a value lies in the game's memory.</summary>
internal static class MemorySearchEndpoints
{
    public static void MapMemorySearch(this IEndpointRouteBuilder routes)
    {
        var search = routes.MapGroup("/memory/search").WithTags("Memory");
        search.MapPost("", SearchAsync)
            .Needs(Scope.Read)
            .Describe("SearchMemory", "Finds a value or a change in a range",
                "A first search names address, length, type and what the value is: eq, ne, lt, le, gt or ge a value, or any when it isn't "
                + "known yet. Narrow it with its id and is, as often as you like: the same comparisons, or changed, unchanged, increased, "
                + "decreased against the search before (any keeps all, and remembers them as they are now). count is how many places are "
                + "left; matches are the first of them, limit of them at most (0 to 4096, default 100). aligned: false looks at every "
                + "byte, not only at multiples of the type's width. A range is 1 to 1,048,576 bytes; of more than 262,144 parts may be "
                + "from different frames. The 16 searches that were used last are kept, for 10 minutes without use; they end with the "
                + "game. With tokens, a search is its own one's alone, and the token that has the most loses its oldest.")
            .TakesQuery()
            .TakesBody<MemorySearchQuestion>("""{"address": "0x02000000", "length": 512, "type": "u16", "is": "any", "limit": 10}""")
            .Produces<MemorySearchAnswer>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownSearch, ProblemTypes.UnsupportedMediaType);
        search.MapDelete("/{id}", Forget)
            .Needs(Scope.Read)
            .Describe("ForgetSearch", "Forgets a search", "Its id is not given again.")
            .TakesPath(new ParameterNote("id", "The search's id, as the first answer gave it.", "1"))
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.UnknownSearch);
    }

    private static async Task<MemorySearchAnswer> SearchAsync(string emulator, HttpContext context,
        EmulatorDirectory emulators, MemorySearches searches)
    {
        var client = emulators.Get(emulator);
        var question = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.MemorySearchQuestion);
        return await searches.SearchAsync(client, question, context.Features.Get<AccessToken>(), context.RequestAborted);
    }

    private static NoContent Forget(string emulator, string id, HttpContext context, EmulatorDirectory emulators, MemorySearches searches)
    {
        searches.Forget(emulators.Get(emulator), Parameters.Integer(id, "id", 1, int.MaxValue), context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }
}
