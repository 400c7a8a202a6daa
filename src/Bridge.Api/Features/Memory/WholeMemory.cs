using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Memory;

/// <summary>Finds the memory that a search without an address covers.</summary>
internal static class WholeMemory
{
    // The domains in which a game keeps its variables: the first is the GBA's and the Game Boy's, the others belong to one of them.
    private static readonly string[] WorkingRam = ["wram", "iwram", "hram"];

    /// <summary>Returns the whole of a domain, or without one the console's working RAM on the bus, sorted by address.</summary>
    /// <exception cref="RequestException">The game has no such domain, or the domain is larger than a search may be.</exception>
    /// <exception cref="EmulatorException">The emulator does not respond.</exception>
    public static async Task<IReadOnlyList<(uint Start, int Length)>> FindAsync(
        EmulatorClient emulator, string? name, CancellationToken cancellationToken)
    {
        var (domains, _) = await emulator.GetDomainsAsync(cancellationToken);
        if (name is null)
        {
            // The bus shows one bank of a domain that has several, so Bound - Base is less than Size.
            var parts = domains.Where(domain => WorkingRam.Contains(domain.Name)).OrderBy(domain => domain.Base)
                .Select(domain => (domain.Base, (int)Math.Min(domain.Size, domain.Bound - domain.Base))).ToArray();
            return parts.Length > 0 ? parts : throw Parameters.Missing("address", "an address, because mGBA shows no working RAM here");
        }

        var domain = domains.FirstOrDefault(domain => domain.Name == name);
        if (domain.Name is null)
        {
            throw new RequestException(ProblemTypes.UnknownDomain,
                $"domain must be one of {string.Join(", ", domains.Select(known => known.Name))}; got \"{Parameters.Shorten(name)}\".",
                "domain");
        }

        return domain.Size <= WireLimits.MemoryRangeBytes
            ? [(0, (int)domain.Size)]
            : throw new RequestException(ProblemTypes.MissingParameter, string.Create(CultureInfo.InvariantCulture,
                $"length is required in {name}, which has {domain.Size} bytes; a search covers at most {WireLimits.MemoryRangeBytes}."),
                "length");
    }
}
