using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Memory;

/// <summary>Where a client wants to read or write.</summary>
/// <param name="Start">The first byte, or the chain of pointers that leads to it.</param>
/// <param name="Domain">The memory domain that it is an offset into; null: the bus.</param>
/// <param name="Chain">The chain as the client wrote it; null when the address is a number.</param>
internal readonly record struct MemoryTarget(MemoryAddress Start, string? Domain, string? Chain)
{
    /// <summary>Reads an address and a domain.</summary>
    /// <exception cref="RequestException">One of them is none.</exception>
    public static MemoryTarget Parse(string address, string? domain)
    {
        var start = Parameters.Address(address);
        return new MemoryTarget(start, Parameters.Domain(domain, start), start.Chain is null ? null : address);
    }
}
