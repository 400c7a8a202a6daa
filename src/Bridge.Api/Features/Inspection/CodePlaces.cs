namespace Bridge.Api.Features.Inspection;

/// <summary>A range of code: addresses on the bus, or offsets in the ROM of a Game Boy.</summary>
/// <param name="IsOfBanks">Whether they are offsets in the ROM of a Game Boy.</param>
/// <param name="First">The first one.</param>
/// <param name="Last">The last one.</param>
internal readonly record struct CodePlaces(bool IsOfBanks, long First, long Last)
{
    /// <summary>Returns what is in some ranges and not in others.</summary>
    /// <param name="ranges">The ranges.</param>
    /// <param name="others">The others, in ascending order, those of banks apart, without overlaps.</param>
    public static IEnumerable<CodePlaces> Except(IEnumerable<CodePlaces> ranges, IReadOnlyList<CodePlaces> others)
    {
        foreach (var range in ranges)
        {
            var first = range.First;
            foreach (var other in others)
            {
                if (other.IsOfBanks != range.IsOfBanks || other.Last < first || other.First > range.Last)
                    continue;
                if (other.First > first)
                    yield return range with { First = first, Last = other.First - 1 };
                first = other.Last + 1;
            }

            if (first <= range.Last)
                yield return range with { First = first };
        }
    }
}
