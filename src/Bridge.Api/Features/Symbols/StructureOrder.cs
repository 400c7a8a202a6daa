using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>Finds structures that contain themselves, and counts the values of the others.</summary>
internal static class StructureOrder
{
    // More values than any response may have. Larger counts are cut to it, so that they don't overflow.
    private const long Countless = 1_000_000_000;

    private const int MaxShown = 4;

    /// <summary>Sets the depth and the values of a structure and of all structures in it.</summary>
    /// <exception cref="RequestException">It contains itself, or too many structures are in one another: 400.</exception>
    public static void Check(StructureData structure, int maxDepth) => Visit(structure, maxDepth, []);

    // within: the structures and fields that lead here, the outermost first. A depth above 0 means that the structure was visited.
    private static void Visit(StructureData structure, int maxDepth, List<(StructureData Structure, string Field)> within)
    {
        if (structure.Depth > 0)
            return;
        if (within.FindIndex(outer => outer.Structure == structure) is >= 0 and var first)
        {
            var path = string.Join(", ", within[first..].Select(step => $"{step.Structure.Name}.{step.Field}").Take(MaxShown));
            throw Refuse(structure, $"must not contain itself ({path}{(within.Count - first > MaxShown ? ", …" : "")}); "
                + $"a pointer to it is {structure.Name}*.");
        }

        if (within.Count >= maxDepth)
            throw TooDeep(within[0].Structure, maxDepth);
        var (depth, values) = (0, 1L);
        foreach (var field in structure.Fields)
        {
            if (field.Data.Type is StructureData inner)
            {
                within.Add((structure, field.Name));
                Visit(inner, maxDepth, within);
                within.RemoveAt(within.Count - 1);
                depth = Math.Max(depth, inner.Depth);
            }

            values = Math.Min(Countless, values + ((field.Data.Count ?? 1) * field.Data.Type.Values));
        }

        if (depth >= maxDepth)
            throw TooDeep(structure, maxDepth);
        (structure.Depth, structure.TotalValues) = (depth + 1, values);
    }

    private static RequestException TooDeep(StructureData structure, int maxDepth) =>
        Refuse(structure, $"must have at most {maxDepth} structures in one another.");

    private static RequestException Refuse(StructureData structure, string sentence) =>
        new(ProblemTypes.InvalidBody, $"types.{structure.Name} {sentence}", $"types.{structure.Name}");
}
