using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Screen;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Memory;

/// <summary>Finds where a value lies in the game's memory.</summary>
internal static class MemorySearchEndpoints
{
    private const int DefaultLimit = 100;
    private const int MostMatches = 4096;

    public static void MapMemorySearch(this IEndpointRouteBuilder routes)
    {
        var search = routes.MapGroup("/memory/search").WithTags("Memory");
        search.MapPost("", SearchAsync)
            .Needs(Scope.Read)
            .Describe("SearchMemory", "Finds a value or a change in a range",
                "A first search names address, length, type and what the value is: eq, ne, lt, le, gt or ge a value, or any when it isn't known yet. "
                + "Narrow it with its id and is, as often as you like: the same comparisons, or changed, unchanged, increased, decreased "
                + "against the search before (any keeps all, and remembers them as they are now). count is how many places are left; matches are "
                + "the first of them, limit of them at most (0 to 4096, default 100). aligned: false looks at every byte, not only at multiples "
                + "of the type's width. A range is 1 to 1,048,576 bytes; of more than 262,144 parts may be from different frames. "
                + "The 16 searches that were used last are kept, for 10 minutes without use; they end with the game. With tokens, a search is its own one's alone, and the token that has the most loses its oldest.")
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

    private static async Task<MemorySearchAnswer> SearchAsync(string emulator, HttpContext context, EmulatorDirectory emulators, SearchShelves shelves)
    {
        var client = emulators.Get(emulator);
        var question = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.MemorySearchQuestion);
        var comparison = ComparisonOf(question);
        var limit = Parameters.InRange(question.Limit ?? DefaultLimit, "limit", 0, MostMatches);
        var shelf = shelves.Of(client);
        var owner = context.Features.Get<AccessToken>();
        if (question.Id is { } id)
            return await NarrowAsync(client, shelf, id, owner, question, comparison, limit, context.RequestAborted);

        var search = SearchFor(client, question, comparison);
        var frame = await search.LookAsync(client, comparison, question.Value ?? 0, context.RequestAborted);
        return Answer(shelf.Add(search, owner), search.Range, limit, frame, isFirst: true);
    }

    private static async Task<MemorySearchAnswer> NarrowAsync(
        EmulatorClient client, SearchShelf shelf, int id, AccessToken? owner, MemorySearchQuestion question, Comparison comparison, int limit, CancellationToken cancellationToken)
    {
        foreach (var (name, given) in new[]
        {
            ("address", question.Address is not null), ("length", question.Length is not null), ("domain", question.Domain is not null),
            ("type", question.Type is not null), ("aligned", question.Aligned is not null),
        })
        {
            if (given)
                throw new RequestException(ProblemTypes.InvalidParameter, $"{name} belongs to a first search; with an id it stays as it was there.", name);
        }

        var search = shelf.Get(id, owner);
        CheckValue(question, comparison, search.Range.Type);
        await search.Turn.WaitAsync(cancellationToken);
        try
        {
            var frame = await search.LookAsync(client, comparison, question.Value ?? 0, cancellationToken);
            return Answer(id, search.Range, limit, frame, isFirst: false);
        }
        catch (RequestException) when (search.IsOver)
        {
            shelf.TryRemove(id, owner);
            throw;
        }
        finally
        {
            search.Turn.Release();
        }
    }

    private static Search SearchFor(EmulatorClient client, MemorySearchQuestion question, Comparison comparison)
    {
        if (comparison.With == Operand.Before)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"is is \"{comparison.Name}\", which compares with the search before; a first search takes any, {Comparison.NamesWithValue}.", "is");
        }

        var address = Parameters.NeededAddress(question.Address);
        if (address.Chain is not null)
            throw Parameters.Refuse("address", question.Address!, "a number; a chain of pointers may lead elsewhere by the time the search is narrowed");
        var type = MemoryType.Parse(question.Type ?? throw Parameters.Missing("type", $"one of {MemoryType.Names}"));
        var length = Parameters.InRange(
            question.Length ?? throw Parameters.Missing("length", "how many bytes to search"), "length", type.Width, WireLimits.MemoryRangeBytes);
        var domain = Parameters.Domain(question.Domain, address);
        BusLimit.Check(client, address, length, domain);
        CheckValue(question, comparison, type);
        return new Search(domain, new SearchedRange(address.Number, length, type, question.Aligned ?? true));
    }

    private static Comparison ComparisonOf(MemorySearchQuestion question)
    {
        var name = question.Is ?? throw Parameters.Missing("is", $"one of {Comparison.Names}");
        return Comparison.Find(name) ?? throw Parameters.Refuse("is", name, $"one of {Comparison.Names}");
    }

    private static void CheckValue(MemorySearchQuestion question, Comparison comparison, MemoryType type)
    {
        if (comparison.With == Operand.Value)
            type.ToWire(question.Value ?? throw Parameters.Missing("value", $"the number that {comparison.Name} compares with"));
        else if (question.Value is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, $"value belongs to {Comparison.NamesWithValue}; {comparison.Name} takes none.", "value");
    }

    private static MemorySearchAnswer Answer(int id, SearchedRange range, int limit, long frame, bool isFirst) => new(id, range.Count,
        [.. range.First(limit).Select(match => new MemorySearchMatch(Parameters.Hex(match.Address), match.Value, isFirst ? null : match.Before))], frame);

    private static NoContent Forget(string emulator, string id, HttpContext context, EmulatorDirectory emulators, SearchShelves shelves)
    {
        var shelf = shelves.Of(emulators.Get(emulator));
        shelf.Remove(Parameters.Integer(id, "id", 1, int.MaxValue), context.Features.Get<AccessToken>());
        return TypedResults.NoContent();
    }
}
