using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>Maps reading several places in memory in one frame.</summary>
internal static class MemoryPlacesEndpoints
{
    public static void MapMemoryPlaces(this IEndpointRouteBuilder routes)
    {
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        var symbols = routes.ServiceProvider.GetRequiredService<SymbolStores>();
        routes.MapPost("/memory/read", (string emulator, HttpContext context) => ReadAsync(emulators.Get(emulator), symbols, context))
            .WithTags("Memory")
            .Needs(Scope.Read)
            .Describe("ReadMemoryPlaces", "Reads several values and ranges, all from one frame",
                "Reads 1 to 256 places. Each place has an address or a chain of pointers, and a type (default u8) or a length. The total "
                + "is at most 262,144 bytes. One frame number applies to all places.")
            .TakesQuery()
            .TakesBody<IReadOnlyList<PlaceToRead?>>(
                MemoryRules.Places,
                """
                [{"address": "0x02000004", "type": "u16"}, {"address": "[0x02000008]+0x10", "type": "u8"},
                 {"address": "0x100", "length": 4, "domain": "wram"}]
                """)
            .MapsArgument("width", "type")
            .Produces<PlacesRead>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.UnsupportedMediaType);
        routes.AllowOnly("/memory/read", HttpMethods.Post);
    }

    private static async Task ReadAsync(EmulatorClient client, SymbolStores symbols, HttpContext context)
    {
        var places = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.Places);
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        using var read = await PlacesResult.ReadAsync(client, places, symbolsNow, context.RequestAborted);
        BufferedResponse.Write(context.Response, read.Describe(), MemoryJson.Context.PlacesRead);
    }
}
