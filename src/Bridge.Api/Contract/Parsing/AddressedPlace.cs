using Bridge.SocketPool.Commands;

namespace Bridge.Api.Contract.Parsing;

/// <summary>A place in memory, as a request addresses it.</summary>
/// <param name="Address">The address or the chain of pointers.</param>
/// <param name="Domain">The memory domain of the address; null: the bus.</param>
/// <param name="Data">What is there; null: unknown.</param>
internal readonly record struct AddressedPlace(MemoryAddress Address, string? Domain, TypedData? Data = null)
{
    /// <summary>Gets the type of the number that is there; null: unknown, or no single number.</summary>
    public MemoryType? Number => Data?.Number;

    public void Deconstruct(out MemoryAddress address, out string? domain) => (address, domain) = (Address, Domain);
}
