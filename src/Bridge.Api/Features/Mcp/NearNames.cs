using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.StateTree;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>Adds to a refused name the names that are like it.</summary>
internal sealed class NearNames(StateTrees trees, RomFolder roms)
{
    /// <summary>Returns a sentence with the names; null: none is like it, or another argument is refused.</summary>
    public async Task<string?> DescribeAsync(
        RequestException refused, IDictionary<string, JsonElement>? given, EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (refused.Parameter is not { } parameter || given?.TryGetValue(parameter, out var value) != true
            || value.ValueKind != JsonValueKind.String)
            return null;
        try
        {
            if (refused.Type == ProblemTypes.UnknownRom)
                return NameMatch.DescribeNear(roms.Names(), value.GetString()!);
            if (refused.Type != ProblemTypes.UnknownState)
                return null;
            var known = await trees.ListAsync(emulator, isTree: false, cancellationToken);
            return NameMatch.DescribeNear(known.States.Select(state => state.Name), value.GetString()!);
        }
        catch (Exception failed) when (failed is RequestException or EmulatorException)
        {
            // The refusal itself matters more than the list.
            return null;
        }
    }
}
