using System.Buffers.Binary;
using System.Numerics;
using Bridge.Api.Parsing;

namespace Bridge.Api.Memory;

/// <summary>
/// A range of memory, what it held last, and where in it the number that is searched for may still be. Not safe for several threads.
/// </summary>
/// <remarks>
/// Numbers at any alignment are as many series of aligned ones, each a byte behind the other; so there is one bitset for each byte
/// of the number's width, or a single one when only aligned numbers are searched for.
/// </remarks>
internal sealed class SearchedRange
{
    private readonly byte[] _bytes;
    private readonly byte[] _before;
    private readonly (int Offset, ulong[] Candidates)[] _series;

    /// <summary>Every place in the range is a candidate.</summary>
    /// <param name="start">Address of its first byte.</param>
    /// <param name="length">Bytes; at least the type's width.</param>
    /// <param name="type">How the bytes are read.</param>
    /// <param name="aligned">Only numbers whose address is a multiple of their width.</param>
    public SearchedRange(uint start, int length, MemoryType type, bool aligned)
    {
        Start = start;
        Type = type;
        (_bytes, _before) = (new byte[length], new byte[length]);
        var first = aligned ? (int)(-start & (uint)(type.Width - 1)) : 0;
        _series = [.. Enumerable.Range(first, aligned ? 1 : type.Width).Select(offset => (offset, AllOf((length - offset) / type.Width)))];
        Count = _series.Sum(series => CountOf(series.Candidates));
    }

    /// <summary>Address of the first byte.</summary>
    public uint Start { get; }

    /// <summary>How its bytes are read.</summary>
    public MemoryType Type { get; }

    /// <summary>Candidates.</summary>
    public int Count { get; private set; }

    /// <summary>
    /// What has to be read to go on: from the first candidate to the end of the last one; a byte when there is none left.
    /// </summary>
    public (int Offset, int Length) Needed
    {
        get
        {
            var (first, end) = (_bytes.Length, 0);
            foreach (var (offset, candidates) in _series)
            {
                if (candidates.AsSpan().IndexOfAnyExcept(0UL) is >= 0 and var low)
                    first = Math.Min(first, offset + (Place(low, BitOperations.TrailingZeroCount(candidates[low])) * Type.Width));
                if (candidates.AsSpan().LastIndexOfAnyExcept(0UL) is >= 0 and var high)
                    end = Math.Max(end, offset + ((Place(high, BitOperations.Log2(candidates[high])) + 1) * Type.Width));
            }

            return end == 0 ? (0, 1) : (first, end - first);
        }
    }

    /// <summary>Takes what <see cref="Needed"/> holds now, and keeps the candidates that <paramref name="comparison"/> keeps.</summary>
    /// <param name="now">As many bytes as <see cref="Needed"/> says.</param>
    /// <param name="comparison">What is kept.</param>
    /// <param name="value">What is compared with, in the type's range; 0 where the comparison wants none.</param>
    public void Keep(ReadOnlySpan<byte> now, Comparison comparison, long value)
    {
        _bytes.CopyTo(_before, 0);
        now.CopyTo(_bytes.AsSpan(Needed.Offset));
        switch (Type.Width, Type.Min < 0)
        {
            case (1, false): Keep(comparison, (byte)value); break;
            case (1, true): Keep(comparison, (sbyte)value); break;
            case (2, false): Keep(comparison, (ushort)value); break;
            case (2, true): Keep(comparison, (short)value); break;
            case (_, false): Keep(comparison, (uint)value); break;
            default: Keep(comparison, (int)value); break;
        }

        Count = _series.Sum(series => CountOf(series.Candidates));
    }

    /// <summary>The candidates with the lowest addresses: address, value now, value at the search before.</summary>
    public IReadOnlyList<(uint Address, long Value, long Before)> First(int limit)
    {
        // Each series is in order, so none of them has more than the limit to offer.
        var offsets = _series.SelectMany(series => OffsetsOf(series.Offset, series.Candidates).Take(limit)).Order().Take(limit);
        return [.. offsets.Select(offset => (Start + (uint)offset, NumberAt(_bytes, offset), NumberAt(_before, offset)))];
    }

    private void Keep<T>(Comparison comparison, T value) where T : unmanaged, INumber<T>
    {
        foreach (var (offset, candidates) in _series)
            CandidateSet.Keep(candidates, _bytes.AsSpan(offset), _before.AsSpan(offset), comparison, value);
    }

    private IEnumerable<int> OffsetsOf(int offset, ulong[] candidates)
    {
        for (var word = 0; word < candidates.Length; word++)
        {
            for (var bits = candidates[word]; bits != 0; bits &= bits - 1)
                yield return offset + (Place(word, BitOperations.TrailingZeroCount(bits)) * Type.Width);
        }
    }

    private long NumberAt(byte[] bytes, int offset) => Type.FromWire(Type.Width switch
    {
        1 => bytes[offset],
        2 => BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(offset)),
        _ => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(offset)),
    });

    private static int Place(int word, int bit) => (word * CandidateSet.WordSize) + bit;

    private static ulong[] AllOf(int count)
    {
        if (count <= 0)
            return [];
        var words = new ulong[(count + CandidateSet.WordSize - 1) / CandidateSet.WordSize];
        words.AsSpan().Fill(ulong.MaxValue);
        words[^1] >>= (words.Length * CandidateSet.WordSize) - count;
        return words;
    }

    private static int CountOf(ulong[] candidates)
    {
        var count = 0;
        foreach (var word in candidates)
            count += BitOperations.PopCount(word);
        return count;
    }
}
