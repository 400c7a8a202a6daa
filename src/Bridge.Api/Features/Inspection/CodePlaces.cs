namespace Bridge.Api.Features.Inspection;

/// <summary>A range of code: addresses on the bus, or offsets in the ROM of a Game Boy.</summary>
/// <param name="IsOfBanks">Whether they are offsets in the ROM of a Game Boy.</param>
/// <param name="First">The first one.</param>
/// <param name="Last">The last one.</param>
internal readonly record struct CodePlaces(bool IsOfBanks, long First, long Last)
{
    /// <summary>Returns what is in some ranges and not in others.</summary>
    /// <param name="ranges">
    /// The ranges. Those on the bus are in ascending order without overlaps, and so are those in the ROM; the two kinds may be mixed.
    /// </param>
    /// <param name="others">The others, in the same order.</param>
    public static IEnumerable<CodePlaces> Except(IReadOnlyList<CodePlaces> ranges, IReadOnlyList<CodePlaces> others) =>
        ExceptOfOneKind(ranges, others, isOfBanks: true).Concat(ExceptOfOneKind(ranges, others, isOfBanks: false));

    private static IEnumerable<CodePlaces> ExceptOfOneKind(
        IReadOnlyList<CodePlaces> all, IReadOnlyList<CodePlaces> allOthers, bool isOfBanks)
    {
        var others = allOthers.Where(other => other.IsOfBanks == isOfBanks).ToArray();
        var next = 0;
        foreach (var range in all.Where(range => range.IsOfBanks == isOfBanks))
        {
            var first = range.First;
            for (; next < others.Length && others[next].First <= range.Last; next++)
            {
                if (others[next].First > first)
                    yield return range with { First = first, Last = others[next].First - 1 };
                first = Math.Max(first, others[next].Last + 1);
                // This one may cover the beginning of the next range, too, so next stays.
                if (others[next].Last > range.Last)
                    break;
            }

            if (first <= range.Last)
                yield return range with { First = first };
        }
    }
}
