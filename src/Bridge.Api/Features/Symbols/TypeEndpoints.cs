using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Symbols;

/// <summary>Maps the types of what is at symbols, by which addresses lead into structures.</summary>
internal static class TypeEndpoints
{
    public static void MapTypes(this IEndpointRouteBuilder routes)
    {
        var types = routes.MapGroup("/symbols/types").WithTags("Symbols");
        types.MapPut("", StoreAsync)
            .Needs(Scope.Write)
            .Describe("StoreTypes", "Stores the types of the running game's symbols",
                "types has structures by their names: size in bytes, and fields by their names, each with at (bytes from the beginning), "
                + "type, and count for an array. symbols has names of symbols, each with type, and count for an array. A type is u8, u16, "
                + "u32, i8, i16, i32, a structure, or one of these with * for a pointer of the console's size; void* points at anything. "
                + "Then addresses lead into structures: gParty[3].level; through pointers as a chain: [gParty[3].next].level. A "
                + "structure must not contain itself, and at most 16 are in one another. The types belong to the game by its CRC-32, and "
                + "stay until the next PUT or DELETE, or until the bridge stops.")
            .TakesQuery()
            .TakesBody<TypesFile>(
                TypeRules.File,
                """
                {"types": {"Counters": {"size": 64, "fields": {"frames": {"at": 0, "type": "u32"}, "numbers": {"at": 8, "type": "u8*"},
                 "presses": {"at": 32, "type": "u16", "count": 10}}}}, "symbols": {"gCounters": {"type": "Counters"}}}
                """)
            .Produces<TypesStored>()
            .RefusesLikeACommand();
        types.MapGet("", ListAsync)
            .Needs(Scope.Read)
            .Describe("ListTypes", "Lists the types of the running game's symbols",
                "In the order of their file. Without stored types, the bridge uses the file in Bridge:Symbols:Folder that is called like "
                + "the game's CRC-32 or its ROM, with .types.json.")
            .TakesQuery()
            .Produces<TypeList>()
            .RefusesLikeACommand();
        types.MapDelete("", Delete)
            .Needs(Scope.Write)
            .Describe("DeleteTypes", "Forgets the stored types",
                "Responds with 204 and no body. The file in Bridge:Symbols:Folder is read again when a name is next used.")
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
    }

    private static async Task<TypesStored> StoreAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores stores)
    {
        var client = emulators.Get(emulator);
        var file = await JsonBody.ReadAsync(context.Request, SymbolJson.Context.TypesFile);
        var game = await LoadedGame.OfAsync(client, context.RequestAborted);
        var types = stores.Of(client).Store(file, game);
        return new TypesStored(types.Structures.Count, types.Symbols.Count);
    }

    private static async Task<TypeList> ListAsync(
        string emulator, EmulatorDirectory emulators, SymbolStores stores, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        await LoadedGame.OfAsync(client, cancellationToken);
        var symbols = stores.Of(client);
        await symbols.ReadyAsync();
        var known = symbols.FindTypes();
        return known?.Loaded is { } types
            ? new TypeList([.. types.Structures.Select(Describe)],
                [.. types.Symbols.Select(symbol => new TypedSymbolDescription(symbol.Key, symbol.Value.Type.Name, symbol.Value.Count))],
                known.Name, Problem: null)
            : new TypeList(Types: [], Symbols: [], known?.Name, known?.Problem);
    }

    private static NoContent Delete(string emulator, EmulatorDirectory emulators, SymbolStores stores)
    {
        stores.Of(emulators.Get(emulator)).ForgetTypes();
        return TypedResults.NoContent();
    }

    private static TypeDescription Describe(StructureData structure) => new(structure.Name, structure.Size,
        [.. structure.Fields.Select(field => new FieldDescription(field.Name, field.At, field.Data.Type.Name, field.Data.Count))]);
}
