using static MgbaBridge.StructuresJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Stores the types of the running game's symbols. After that, addresses lead into structures: <c>gParty[3].hp</c>.
    /// </summary>
    /// <param name="file">The types.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The number of structures.</returns>
    public async Task<int> StoreTypesAsync(TypesFile file, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Put, $"{_path}/symbols/types", file, Default.TypesFile, isRepeatable: true);
        return (await Transport.SendAsync(call, Default.TypesStoredJson, cancellationToken).ConfigureAwait(false)).Types;
    }

    /// <summary>Returns the types of the running game's symbols.</summary>
    public async Task<TypesFound> GetTypesAsync(CancellationToken cancellationToken = default)
    {
        var call = Call.Get($"{_path}/symbols/types");
        return (await Transport.SendAsync(call, Default.TypesJson, cancellationToken).ConfigureAwait(false)).Found;
    }

    /// <summary>Forgets the stored types.</summary>
    public Task DeleteTypesAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, $"{_path}/symbols/types", IsRepeatable: true), cancellationToken);

    /// <summary>Returns what is at an address by its type: at most 262,144 bytes and 16,384 values.</summary>
    /// <param name="address">A symbol with a type, fields of it, or with <paramref name="type"/> any address.</param>
    /// <param name="type">The name of a structure; null: the type of what is at the address.</param>
    /// <param name="domain">The memory domain of an address that is a number; null: the bus.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    public Task<GameStructure> ReadStructureAsync(
        MemoryAddress address, string? type = null, string? domain = null, CancellationToken cancellationToken = default)
    {
        var query = string.Join('&', new[] { ("type", type), ("domain", domain) }
            .Where(each => each.Item2 is not null).Select(each => $"{each.Item1}={Uri.EscapeDataString(each.Item2!)}"));
        var call = Call.Get($"{_path}/structures/{Uri.EscapeDataString(address.Text)}{(query.Length > 0 ? "?" : "")}{query}");
        return Transport.SendAsync(call, Default.GameStructure, cancellationToken);
    }
}
