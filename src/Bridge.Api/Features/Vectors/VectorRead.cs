using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Vectors;

/// <summary>A value that the games of a vector read at the end of each step.</summary>
/// <param name="Value">The value as the client names it, with its type.</param>
/// <param name="Line">The same for the host (docs/protocol/vectors.md).</param>
internal sealed record VectorRead(VectorValue Value, string Line)
{
    /// <summary>Reads a list.</summary>
    /// <exception cref="RequestException">There are too many, or one is invalid.</exception>
    public static IReadOnlyList<VectorRead> ListOf(IReadOnlyList<ValueToRead?> given)
    {
        var reads = new List<VectorRead>();
        if (given.Count > 0)
            BodyList.Read(given, "read", value => reads.Add(Of(value)), VectorRules.MaxReads);
        return reads;
    }

    private static VectorRead Of(ValueToRead value)
    {
        var type = MemoryType.ParseOrDefault(value.Type);
        var text = value.Address ?? throw Parameters.Missing("address", "an address or a chain of pointers");
        MemoryAddress address = Parameters.TryNumber(text, out var number) ? number
            : MemoryAddress.FromChain(PointerChain.ToWire(text)
                ?? throw Parameters.Refuse("address", text, "hexadecimal with 0x, decimal, or a chain of pointers like [0x02000008]+0x10"));
        var domain = Parameters.Domain(value.Domain, address);
        return new VectorRead(new VectorValue(text, type.Name, domain),
            string.Create(CultureInfo.InvariantCulture, $"{address} {type.Name} {domain ?? "-"}"));
    }
}
