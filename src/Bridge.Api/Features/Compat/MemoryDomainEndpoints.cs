using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Maps /memorydomain: memory by its offset in a domain.</summary>
internal static class MemoryDomainEndpoints
{
    private static readonly ParameterNote Domain = new("memoryDomain", "The name of a domain that /coreadapter/memory lists.", "wram")
        { Rule = Parameters.DomainName, IsRequired = true };

    private static readonly ParameterNote Offset = new("address",
        "An offset in the domain, or a bus address inside the domain, in hexadecimal with 0x or in decimal.", "0x20")
        { Rule = PointerChain.OffsetRule, IsRequired = true };

    public static void MapMemoryDomains(this IEndpointRouteBuilder routes, EmulatorClient emulator)
    {
        MapFact(routes, emulator, "base", "Base", "Returns the first bus address of the domain", domain => Text(domain.Base));
        MapFact(routes, emulator, "bound", "Bound", "Returns the bus address where the domain ends", domain => Text(domain.Bound));
        MapFact(routes, emulator, "name", "Name", "Returns mGBA's label of the domain, like EWRAM", domain => domain.Label);
        MapFact(routes, emulator, "size", "Size", "Returns the size of the domain in bytes", domain => Text(domain.Size));
        foreach (var width in new[] { 1, 2, 4 })
        {
            routes.MapGet($"/memorydomain/read{8 * width}", (string? memoryDomain, string? address, HttpContext context) =>
                    CoreMemoryEndpoints.ReadAsync(emulator, address, width, NameOf(memoryDomain), context))
                .Needs(Scope.Read)
                .Describe($"MemoryDomainRead{8 * width}", $"Reads {8 * width} bits in a domain",
                    "Little-endian at any alignment, unsigned, in decimal.")
                .TakesQuery(Domain, Offset)
                .MapsArgument("domain", Domain.Name)
                .ProducesText(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain);
            routes.MapPost($"/memorydomain/write{8 * width}", (string? memoryDomain, string? address, string? value, HttpContext context) =>
                    CoreMemoryEndpoints.WriteAsync(emulator, address, value, width, NameOf(memoryDomain), context))
                .Needs(Scope.Write)
                .Describe($"MemoryDomainWrite{8 * width}", $"Writes {8 * width} bits in a domain",
                    "Little-endian at any alignment. Writing to the domain of the ROM patches the ROM.")
                .TakesQuery(Domain, Offset with { Example = "0x300" }, CoreMemoryEndpoints.Value(width))
                .MapsArgument("domain", Domain.Name)
                .ProducesText(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain);
        }

        routes.MapGet("/memorydomain/readrange", (string? memoryDomain, string? address, string? length, HttpContext context) =>
                CoreMemoryEndpoints.ReadRangeAsync(emulator, address, length, NameOf(memoryDomain), context))
            .Needs(Scope.Read)
            .Describe("MemoryDomainReadRange", "Reads bytes in a domain",
                "Returns two hexadecimal digits for each byte, separated by commas. Wraps around at the end of the domain.")
            .TakesQuery(Domain, Offset, CoreMemoryEndpoints.Length)
            .MapsArgument("domain", Domain.Name)
            .ProducesText(ProblemTypes.OutOfRange, ProblemTypes.UnknownDomain);
    }

    private static void MapFact(
        IEndpointRouteBuilder routes, EmulatorClient emulator, string path, string name, string summary, Func<MemoryDomain, string> fact) =>
        routes.MapGet($"/memorydomain/{path}", async (string? memoryDomain, CancellationToken cancellationToken) =>
                fact(await FindAsync(emulator, NameOf(memoryDomain), cancellationToken)))
            .Needs(Scope.Read)
            .Describe($"MemoryDomain{name}", summary, "As mGBA reports it, in decimal. The size of a cartridge is the size of its ROM.")
            .TakesQuery(Domain)
            .ProducesText(ProblemTypes.UnknownDomain);

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

    private static string NameOf(string? text) => MgbaHttpQuery.Required(text, Domain.Name, "a domain like wram") is { } name
        && Parameters.DomainName.HasLength(name) && name.All(char.IsAsciiLetterOrDigit)
            ? name
            : throw Parameters.Refuse(Domain.Name, text!,
                $"a domain that /coreadapter/memory lists, up to {Parameters.DomainName.Max} letters and digits");

    private static string Text(uint number) => number.ToString(CultureInfo.InvariantCulture);
}
