using System.Globalization;
using Bridge.Api.Errors;
using Bridge.Api.OpenApi;
using Bridge.Api.Parsing;
using Bridge.Api.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Compat;

/// <summary>/memorydomain: memory by its offset in a domain.</summary>
internal static class MemoryDomainRoutes
{
    private static readonly ParameterNote Domain = new("memoryDomain", "A domain's name, as /coreadapter/memory lists them.", "wram");
    private static readonly ParameterNote Offset = new("address",
        "Offset in the domain, or an address on the bus that lies in it: 0x… or decimal.", "0x20");
    private static readonly ParameterNote Length = new("length", "Bytes, 1 to 1048576.", "16");

    public static void MapMemoryDomains(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        MapFact(routes, emulator, "base", "Base", "Where the domain begins on the bus", domain => Text(domain.Base));
        MapFact(routes, emulator, "bound", "Bound", "Where the domain ends on the bus", domain => Text(domain.Bound));
        MapFact(routes, emulator, "name", "Name", "What else mGBA calls the domain, like EWRAM", domain => domain.Label);
        MapFact(routes, emulator, "size", "Size", "The domain's size in bytes", domain => Text(domain.Size));
        foreach (var width in new[] { 1, 2, 4 })
        {
            routes.MapGet($"/memorydomain/read{8 * width}", (string? memoryDomain, string? address, HttpContext context) =>
                    CoreMemoryRoutes.ReadAsync(emulator, address, width, NameOf(memoryDomain), context))
                .Needs(Scope.Read)
                .Describe($"MemoryDomainRead{8 * width}", $"Reads {8 * width} bits in a domain",
                    "Little-endian at any alignment, unsigned, in decimal.")
                .TakesQuery(Domain, Offset)
                .Calls("domain", Domain.Name)
                .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange);
            routes.MapPost($"/memorydomain/write{8 * width}", (string? memoryDomain, string? address, string? value, HttpContext context) =>
                    CoreMemoryRoutes.WriteAsync(emulator, address, value, width, NameOf(memoryDomain), context))
                .Needs(Scope.Write)
                .Describe($"MemoryDomainWrite{8 * width}", $"Writes {8 * width} bits in a domain",
                    "Little-endian at any alignment. With the domain named, ROM is patched.")
                .TakesQuery(Domain, Offset with { Example = "0x300" }, CoreMemoryRoutes.Value(width))
                .Calls("domain", Domain.Name)
                .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange);
        }

        routes.MapGet("/memorydomain/readrange", (string? memoryDomain, string? address, string? length, HttpContext context) =>
                CoreMemoryRoutes.ReadRangeAsync(emulator, address, length, NameOf(memoryDomain), context))
            .Needs(Scope.Read)
            .Describe("MemoryDomainReadRange", "Reads bytes in a domain",
                "Two hexadecimal digits each, separated by commas. Beyond the end of the domain it begins anew.")
            .TakesQuery(Domain, Offset, Length)
            .Calls("domain", Domain.Name)
            .AnswersText(ProblemTypes.MissingParameter, ProblemTypes.OutOfRange);
    }

    private static void MapFact(
        IEndpointRouteBuilder routes, EmulatorClient emulator, string path, string name, string summary, Func<MemoryDomain, string> fact) =>
        routes.MapGet($"/memorydomain/{path}", async (string? memoryDomain, CancellationToken cancellationToken) =>
                fact(await FindAsync(emulator, NameOf(memoryDomain), cancellationToken)))
            .Needs(Scope.Read)
            .Describe($"MemoryDomain{name}", summary, "As mGBA tells it, in decimal; a cartridge's size is that of the ROM in it.")
            .TakesQuery(Domain)
            .AnswersText(ProblemTypes.MissingParameter);

    private static async Task<MemoryDomain> FindAsync(EmulatorClient emulator, string name, CancellationToken cancellationToken)
    {
        var (domains, _) = await emulator.GetDomainsAsync(cancellationToken);
        foreach (var domain in domains)
        {
            if (domain.Name == name)
                return domain;
        }

        throw new RequestException(ProblemTypes.UnknownDomain,
            $"{Domain.Name} must be one of {string.Join(", ", domains.Select(domain => domain.Name))}; got \"{name}\".", Domain.Name);
    }

    private static string NameOf(string? text) => MgbaHttpQuery.Required(text, Domain.Name, "a domain like wram") is { Length: <= 32 } name
        && name.All(char.IsAsciiLetterOrDigit)
            ? name
            : throw Parameters.Refuse(Domain.Name, text!, "a domain that /coreadapter/memory lists, up to 32 letters and digits");

    private static string Text(uint number) => number.ToString(CultureInfo.InvariantCulture);
}
