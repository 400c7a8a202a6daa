using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Memory;

/// <summary>The memory that a client reads or writes.</summary>
/// <param name="Start">The address of the first byte, or the chain of pointers to it.</param>
/// <param name="Domain">The memory domain of the address; null: the bus.</param>
/// <param name="Chain">The chain as the client wrote it; null if the address is a number.</param>
internal readonly record struct MemoryTarget(MemoryAddress Start, string? Domain, string? Chain)
{
    /// <summary>Parses an address and a domain.</summary>
    /// <exception cref="RequestException">The address or the domain is invalid.</exception>
    public static MemoryTarget Parse(string address, string? domain)
    {
        var start = Parameters.Address(address);
        return new MemoryTarget(start, Parameters.Domain(domain, start), start.Chain is null ? null : address);
    }
}
