using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Bodies;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Symbols;

/// <summary>Maps symbols: names for places in the game's memory, which addresses may have.</summary>
internal static class SymbolEndpoints
{
    public static void MapSymbols(this IEndpointRouteBuilder routes)
    {
        var symbols = routes.MapGroup("/symbols").WithTags("Symbols");
        symbols.MapPut("", StoreAsync)
            .Needs(Scope.Write)
            .Describe("StoreSymbols", "Stores the symbols of the running game",
                "The body is a .sym of RGBDS (with banks), no$gba or ARMIPS, a .map of GNU ld, or a 32-bit ELF file; at most 16 MiB and "
                + "200,000 symbols. Strip debugging information from larger ELF files. Then every address takes a name: gPlayer, "
                + "gPlayer+0x10, [gPlayer+4]+8. A name in a bank of the Game Boy means an offset in a domain: leave domain out. Names are "
                + "case-sensitive; of several symbols with one name, the first counts. Names that begin with a digit or have other "
                + "characters than letters, digits and _ . @ # $ are left out, and counted in skipped. The symbols belong to the game by "
                + "its CRC-32, and stay until the next PUT or DELETE, or until the bridge stops.")
            .TakesQuery()
            .TakesBytes(SymbolFile.MaxBytes, isOptional: false, RawBody.ContentType)
            .Produces<SymbolsStored>()
            .RefusesLikeACommand(ProblemTypes.Conflict, ProblemTypes.TooLarge, ProblemTypes.UnsupportedMediaType);
        symbols.MapGet("", ListAsync)
            .Needs(Scope.Read)
            .Describe("ListSymbols", "Lists the symbols of the running game",
                "Ordered by domain and address; at most limit. matches is the number of symbols whose names have the text of find in any "
                + "case, and that are in domain. With an address, nearest is the last name at or before it: gPlayer+0x10, if the address "
                + "is within the size of the symbol, or within 4,096 bytes if its size is unknown. Without stored symbols, the bridge uses "
                + "the file in Bridge:Symbols:Folder that is called like the game's CRC-32 or its ROM.")
            .TakesQuery(
                new ParameterNote("find", "A part of a name, in any case.", "") { Rule = SymbolRules.Find },
                new ParameterNote("address", "The address whose nearest name to return.", "") { Rule = PointerChain.PlainAddressRule },
                new ParameterNote("domain", "Only symbols in this memory domain; the domain of the address.", "")
                    { Rule = Parameters.DomainName },
                new ParameterNote("limit", "Max symbols; default 100.", "") { Rule = SymbolRules.Limit })
            .Produces<SymbolList>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange);
        symbols.MapDelete("", Delete)
            .Needs(Scope.Write)
            .Describe("DeleteSymbols", "Forgets the stored symbols",
                "Responds with 204 and no body. The file in Bridge:Symbols:Folder is read again when a name is next used.")
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator);
    }

    private static async Task<SymbolsStored> StoreAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores stores)
    {
        var client = emulators.Get(emulator);
        var file = await RawBody.ReadAsync(context.Request, SymbolFile.MaxBytes, "a file of symbols");
        var game = await LoadedGame.OfAsync(client, context.RequestAborted);
        var stored = stores.Of(client).Store(file, game);
        return new SymbolsStored(stored.Table.Count, stored.Format, stored.Skipped);
    }

    private static async Task<SymbolList> ListAsync(
        string emulator, string? find, string? address, string? domain, string? limit, EmulatorDirectory emulators, SymbolStores stores,
        CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        if (find is not null && !SymbolRules.Find.HasLength(find))
            throw Parameters.Refuse("find", find, $"a part of a name, of 1 to {SymbolName.Max} characters");
        var max = SymbolRules.Limit.ParseOrDefault(limit);
        await LoadedGame.OfAsync(client, cancellationToken);
        var symbols = stores.Of(client);
        var symbolsNow = await symbols.ReadyAsync();
        var (place, inDomain) = address is null
            ? (0, Parameters.Domain(domain, address: 0)) : Parameters.PlaceWithoutChain(address, domain, symbolsNow);
        var known = symbols.Find();
        if (known?.Loaded is not { } loaded)
        {
            return new SymbolList(
                Count: 0, Format: null, Skipped: 0, known?.Name, known?.Problem, Matches: 0, Symbols: [], Nearest: null);
        }

        var found = loaded.Table.Find(find ?? "", domain);
        return new SymbolList(loaded.Table.Count, loaded.Format, loaded.Skipped, known.Name, Problem: null, found.Count,
            [.. found.Take(max).Select(Describe)], address is null ? null : loaded.Table.Nearest(place, inDomain));
    }

    private static NoContent Delete(string emulator, EmulatorDirectory emulators, SymbolStores stores)
    {
        stores.Of(emulators.Get(emulator)).Forget();
        return TypedResults.NoContent();
    }

    private static SymbolDescription Describe(Symbol symbol) =>
        new(symbol.Name, Parameters.Hex(symbol.Address), symbol.Domain, symbol.Size == 0 ? null : symbol.Size);
}
