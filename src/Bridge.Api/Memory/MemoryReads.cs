using System.Text.Json.Serialization;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Http;
using Bridge.Api.Json;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Memory;

/// <summary>Reads several places of memory in one frame.</summary>
internal static class MemoryReads
{
    public static void MapMemoryReads(this IEndpointRouteBuilder routes)
    {
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        routes.MapPost("/memory/read", (string emulator, HttpContext context) => ReadAsync(emulators.Get(emulator), context))
            .WithTags("Memory")
            .Needs(Scope.Read)
            .Describe("ReadMemoryPlaces", "Reads several values and ranges, all from one frame",
                "1 to 256 places: each an address or a chain of pointers, and a type (u8 when left out) or a length. "
                + "Up to 262,144 bytes together. One frame number holds for all.")
            .TakesQuery()
            .TakesBody<IReadOnlyList<PlaceToRead?>>(
                """[{"address": "0x02000004", "type": "u16"}, {"address": "[0x02000008]+0x10", "type": "u8"}, {"address": "0x100", "length": 4, "domain": "wram"}]""")
            .Produces<PlacesRead>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnsupportedMediaType);
    }

    private static async Task ReadAsync(EmulatorClient client, HttpContext context)
    {
        var body = await JsonBody.ReadAsync(context.Request, MemoryJson.Context.Places);
        var batch = new EmulatorBatch();
        var places = new List<MemoryPlace>(body.Count);
        BatchList.Read(body, "", place => places.Add(MemoryPlace.Add(batch, client, place)));

        using var reply = await client.RunBatchAsync(batch, context.RequestAborted);
        var values = places.Zip(reply.Results, (place, result) => place.Describe(result)).ToArray();
        WholeAnswer.Write(context.Response, new PlacesRead(reply.Frame, values), MemoryJson.Context.PlacesRead);
    }
}

/// <summary>Where to read: a value of a type, or so many bytes.</summary>
internal sealed record PlaceToRead(string? Address, string? Type = null, int? Length = null, string? Domain = null);

/// <summary>What was read, all in the same frame.</summary>
internal sealed record PlacesRead(long Frame, IReadOnlyList<PlaceRead> Values);

/// <summary>A value, or bytes as hexadecimal digits.</summary>
internal sealed record PlaceRead(
    string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Length,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain);
