using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Responses;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Structures;

/// <summary>Maps reading structures, whose types a file has (PUT …/symbols/types).</summary>
internal static class StructureEndpoints
{
    public static void MapStructures(this IEndpointRouteBuilder routes) => routes.MapGet("/structures/{address}", ReadAsync)
        .WithTags("Memory")
        .Needs(Scope.Read)
        .Describe("ReadStructure", "Reads a structure with all its fields",
            "The types are those of PUT …/symbols/types. value has what is at the address, all from one frame: an object of fields for a "
            + "structure, a list for an array, a number, or an address for a pointer: gParty[3], gParty, gParty[3].moves, "
            + "[gParty[3].next]. type reads a structure at any other address. At most 262,144 bytes, and 16,384 numbers, addresses and "
            + "structures together.")
        .TakesPath(new ParameterNote("address",
            "A symbol with a type, with or without elements and fields; or, with type, any address or chain of pointers, as in GET "
            + "…/memory/{address}.",
            "gCounters") { Rule = PointerChain.AddressRule })
        .TakesQuery(
            new ParameterNote("type", "The name of a structure; default the type of what is at the address.", "")
                { Rule = TypeRules.Name },
            new ParameterNote("domain", "The memory domain of an address that is a number.", "") { Rule = Parameters.DomainName })
        .Produces<StructureRead>()
        .RefusesLikeACommand(
            ProblemTypes.InvalidParameter, ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.UnknownType);

    private static async Task ReadAsync(
        string emulator, string address, string? type, string? domain, HttpContext context, EmulatorDirectory emulators,
        SymbolStores symbols)
    {
        if (type is not null && !TypeRules.IsName(type))
            throw Parameters.Refuse("type", type, "the name of a structure, of letters, digits and _, up to 64");
        var client = emulators.Get(emulator);
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var target = MemoryTarget.Parse(address, domain, symbolsNow);
        var data = type is null
            ? target.Data ?? throw Unknown("What is at the address has no type; type names a structure.")
            : symbolsNow()?.Types?.Find(type) is { } structure
                ? new TypedData(structure)
                : throw Unknown($"The game has no structure {type}; GET …/symbols/types lists them.");
        Check(data);
        using var range = await MemoryOperations.ReadRangeAsync(client, target, (int)data.Size, context.RequestAborted);
        var begin = MemoryCommands.AddressOf(range, target.Start);
        var read = new StructureRead(Parameters.Hex(begin), data.Name, new DataContents(range.Payload, data), range.Frame, target.Domain,
            target.Chain, target.NameOf(begin));
        BufferedResponse.Write(context.Response, read, StructureJson.Context.StructureRead);
    }

    private static RequestException Unknown(string sentence) => new(ProblemTypes.UnknownType, sentence, "type");

    // Refuses data that is too large for one response.
    private static void Check(TypedData data)
    {
        var values = (data.Count ?? 1) * data.Type.Values;
        if (data.Size > StructureLimits.Bytes || values > StructureLimits.Values)
        {
            throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"address must be of at most {StructureLimits.Bytes:N0} bytes and {StructureLimits.Values:N0} values; {data.Name} has "
                + $"{data.Size:N0} bytes and {values:N0} values."), "address");
        }
    }
}
