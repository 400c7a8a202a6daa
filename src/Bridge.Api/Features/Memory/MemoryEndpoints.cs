using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Memory;

/// <summary>Maps reading and writing the game's memory.</summary>
internal static class MemoryEndpoints
{
    private const string RawBytes = "application/octet-stream";

    // Max bytes of a range whose JSON is built as a whole.
    private const int MaxBufferedBytes = 16 * 1024;

    private static readonly ParameterNote Address = new("address",
        "Address on the bus: 0x…, $… or decimal. With a domain, an offset in the domain or a bus address inside it. Or a chain of up to "
        + "8 pointers, followed within one frame: [0x02000008]+0x10 is 16 bytes after the address in the pointer at 0x02000008. Chains "
        + "can be nested: [[0x02000008]+4]-2. A symbol (PUT …/symbols) takes the place of a number: gPlayer+0x10, [gPlayer]+4; it has its "
        + "own domain.",
        "0x02000020") { Rule = PointerChain.AddressRule };
    private static readonly ParameterNote Domain = new("domain",
        "A memory domain that GET …/memory lists. Without a domain, the address is a bus address.", "wram")
        { Rule = Parameters.DomainName };

    /// <summary>Maps reading directly, without a filter, because a filter costs each request more than the read.</summary>
    public static void MapMemoryReading(this IEndpointRouteBuilder routes)
    {
        // Resolved once: a service among a handler's parameters creates a DI scope for every request.
        var emulators = routes.ServiceProvider.GetRequiredService<EmulatorDirectory>();
        var symbols = routes.ServiceProvider.GetRequiredService<SymbolStores>();
        routes.MapDirectGet("/memory/{address}", context => ReadAsync(emulators.Get(context.PathValue("emulator")), symbols, context))
            .WithTags("Memory")
            .Needs(Scope.Read)
            .Describe("ReadMemory", "Reads a value, or a range of bytes",
                "?type=u16 returns a little-endian value at any alignment. ?length=N returns 1 to 1,048,576 bytes, as hexadecimal digits "
                + "in JSON, or raw with Accept: application/octet-stream. The default is type u8. A range must lie in one domain and never "
                + "wraps around. For a chain of pointers, address in the response is the resolved address, and chain is the requested "
                + "chain.")
            .TakesPath(Address)
            .TakesQuery(
                new ParameterNote("type", $"One of {MemoryType.Names}.", "u16") { Rule = MemoryType.Rule },
                new ParameterNote("length", "Number of bytes to read; instead of a type.", "") { Rule = MemoryRules.RangeLength },
                Domain with { Example = "" })
            .MapsArgument("width", "type")
            .SendsHeaders(ResponseHeader.FrameOfBytes)
            .Produces<MemoryValue>()
            .WithMetadata(new OnlyOneOf("type", "length"), new AlternativeResponse(typeof(MemoryBytes)), new BinaryResponse(RawBytes))
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain);
    }

    public static void MapMemory(this IEndpointRouteBuilder routes)
    {
        var memory = routes.MapGroup("/memory").WithTags("Memory");
        memory.MapGet("", ListDomainsAsync)
            .Needs(Scope.Read)
            .Describe("ListMemoryDomains", "Lists the memory domains with name, base and size",
                "base is the address on the bus, size is in bytes.")
            .TakesQuery()
            .Produces<MemoryDomains>()
            .RefusesLikeACommand();
        memory.MapPut("/{address}", WriteAsync)
            .Needs(Scope.Write)
            .Describe("WriteMemory", "Writes a value, or raw bytes",
                "A JSON body writes one little-endian value. A body of application/octet-stream writes its 1 to 1,048,576 bytes.")
            .TakesPath(Address with { Example = "0x02000200" })
            .TakesQuery(Domain with { Example = "" })
            .TakesBody<MemoryWrite>(MemoryRules.Write, """{"value": 7, "type": "u16"}""", RawBytes)
            .MapsArgument("width", "type")
            .Produces<MemoryWritten>()
            .RefusesLikeACommand(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain, ProblemTypes.ReadOnlyMemory, ProblemTypes.TooLarge,
                ProblemTypes.UnsupportedMediaType)
            .RunInline();
    }

    private static Task<MemoryDomains> ListDomainsAsync(string emulator, EmulatorDirectory emulators,
        CancellationToken cancellationToken) =>
        MemoryOperations.ListDomainsAsync(emulators.Get(emulator), cancellationToken);

    private static async Task ReadAsync(EmulatorClient client, SymbolStores symbols, HttpContext context)
    {
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var (type, length) = (context.QueryValue("type"), context.QueryValue("length"));
        var target = MemoryTarget.Parse(context.PathValue("address"), context.QueryValue("domain"), symbolsNow);
        if (length is null)
        {
            var ofValue = MemoryType.ParseOrDefault(type, target.Data?.Number);
            var value = await MemoryOperations.ReadValueAsync(
                client, target, ofValue, context.RequestAborted, InlineScheduling.CanRunInline(context));
            BufferedResponse.Write(context.Response, value, MemoryJson.Context.MemoryValue);
            return;
        }

        if (type is not null)
            throw new RequestException(ProblemTypes.InvalidParameter,
                "length can't be combined with type; type reads one value, length a range.", "length");
        var count = MemoryRules.RangeLength.Parse(length);
        using var range = await MemoryOperations.ReadRangeAsync(
            client, target, count, context.RequestAborted, InlineScheduling.CanRunInline(context));
        // A long range is written in parts, without a copy of the whole.
        if (WantsRawBytes(context.Request))
            BufferedResponse.Write(context.Response, range, RawBytes);
        else if (count > MaxBufferedBytes)
            await context.Response.WriteAsJsonAsync(MemoryOperations.Describe(range, target), MemoryJson.Context.MemoryBytes);
        else
            BufferedResponse.Write(context.Response, MemoryOperations.Describe(range, target), MemoryJson.Context.MemoryBytes);
    }

    private static async Task<MemoryWritten> WriteAsync(
        string emulator, string address, string? domain, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var target = MemoryTarget.Parse(address, domain, await symbols.Of(client).ReadyAsync());
        return context.Request.ContentType?.StartsWith(RawBytes, StringComparison.OrdinalIgnoreCase) == true
            ? await MemoryOperations.WriteRangeAsync(client, target, await RawBody.ReadAsync(context.Request), context.RequestAborted)
            : await MemoryOperations.WriteValueAsync(
                client, target, await JsonBody.ReadAsync(context.Request, MemoryJson.Context.MemoryWrite), context.RequestAborted,
                InlineScheduling.CanRunInline(context));
    }

    private static bool WantsRawBytes(HttpRequest request) =>
        request.Headers.Accept.ToString().Contains(RawBytes, StringComparison.OrdinalIgnoreCase);
}
