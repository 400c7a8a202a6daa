using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// Compares adjacent numbers in memory, 64 at a time. They are little-endian: the console is, and so is every platform that .NET runs on.
/// </summary>
internal static class CandidateSet
{
    /// <summary>The number of candidates in one word of a bitset.</summary>
    public const int WordSize = 64;

    /// <summary>
    /// Clears in <paramref name="candidates"/>, which has a bit for each number, those that <paramref name="comparison"/> does not keep.
    /// </summary>
    /// <param name="candidates">The lowest bit of the first word belongs to the first number.</param>
    /// <param name="now">The numbers; bytes after the last whole number are ignored.</param>
    /// <param name="before">The previous numbers, the same number of bytes; used only by comparisons with them.</param>
    /// <param name="comparison">Which numbers to keep.</param>
    /// <param name="value">The number that other comparisons use.</param>
    public static void Filter<T>(Span<ulong> candidates, ReadOnlySpan<byte> now, ReadOnlySpan<byte> before, Comparison comparison, T value)
        where T : unmanaged, INumber<T>
    {
        if (comparison.Relation == Relation.Any)
            return;
        var numbers = MemoryMarshal.Cast<byte, T>(now);
        var others = comparison.With == Operand.Before ? MemoryMarshal.Cast<byte, T>(before) : [];
        Span<T> repeated = stackalloc T[WordSize];
        repeated.Fill(value);
        for (var word = 0; word < candidates.Length; word++)
        {
            // Most words are empty after a few filters.
            if (candidates[word] == 0)
                continue;
            var start = word * WordSize;
            var count = Math.Min(WordSize, numbers.Length - start);
            var other = others.IsEmpty ? repeated[..count] : others.Slice(start, count);
            var holds = count == WordSize
                ? HoldsForWord(numbers.Slice(start, count), other, comparison.Relation)
                : HoldsForPart(numbers.Slice(start, count), other, comparison.Relation);
            candidates[word] &= comparison.Negated ? ~holds : holds;
        }
    }

    private static ulong HoldsForWord<T>(ReadOnlySpan<T> numbers, ReadOnlySpan<T> others, Relation relation) where T : unmanaged, INumber<T>
    {
        var bits = 0UL;
        for (var i = 0; i < WordSize; i += Vector128<T>.Count)
        {
            var (left, right) = (Vector128.Create(numbers[i..]), Vector128.Create(others[i..]));
            var holds = relation switch
            {
                Relation.Equal => Vector128.Equals(left, right),
                Relation.Less => Vector128.LessThan(left, right),
                _ => Vector128.GreaterThan(left, right),
            };
            // One bit for each number of the vector, because all bits of an element that holds are 1.
            bits |= (ulong)holds.ExtractMostSignificantBits() << i;
        }

        return bits;
    }

    private static ulong HoldsForPart<T>(ReadOnlySpan<T> numbers, ReadOnlySpan<T> others, Relation relation) where T : unmanaged, INumber<T>
    {
        var bits = 0UL;
        for (var i = 0; i < numbers.Length; i++)
        {
            var holds = relation switch
            {
                Relation.Equal => numbers[i] == others[i],
                Relation.Less => numbers[i] < others[i],
                _ => numbers[i] > others[i],
            };
            bits |= holds ? 1UL << i : 0;
        }

        return bits;
    }
}
