using System.Buffers.Binary;
using System.Numerics;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Memory;

/// <summary>
/// A range of memory: its latest bytes, and the places in it that are still candidates. Not thread-safe.
/// </summary>
/// <remarks>
/// Numbers at any alignment form several series of aligned numbers, each one byte after the other. So there is a bitset for each byte
/// of the number's width, or a single one for aligned numbers only.
/// </remarks>
internal sealed class SearchedRange
{
    private readonly (int Offset, ulong[] Candidates)[] _series;
    // The candidates of each series before the latest filter.
    private readonly ulong[][] _candidatesBefore;
    // The bytes of the latest filter, and of the two before it; Undo needs the oldest.
    private byte[] _bytes;
    private byte[] _before;
    private byte[] _beforeThat;

    /// <summary>Creates a range in which every place is a candidate.</summary>
    /// <param name="start">The address of the first byte.</param>
    /// <param name="length">Bytes; at least the width of the type.</param>
    /// <param name="type">The type of the numbers.</param>
    /// <param name="aligned">Whether to include only numbers whose address is a multiple of their width.</param>
    public SearchedRange(uint start, int length, MemoryType type, bool aligned)
    {
        Start = start;
        Type = type;
        (_bytes, _before, _beforeThat) = (new byte[length], new byte[length], new byte[length]);
        // The distance from the start to the first multiple of the width.
        var first = aligned ? (int)(-start & (uint)(type.Width - 1)) : 0;
        _series = [.. Enumerable.Range(first, aligned ? 1 : type.Width).Select(offset => (offset, AllOf((length - offset) / type.Width)))];
        _candidatesBefore = [.. _series.Select(series => series.Candidates.ToArray())];
        Count = CountAll();
    }

    /// <summary>Gets the address of the first byte.</summary>
    public uint Start { get; }

    /// <summary>Gets the type of the numbers.</summary>
    public MemoryType Type { get; }

    /// <summary>Gets the number of candidates.</summary>
    public int Count { get; private set; }

    /// <summary>
    /// Gets the part that the next filter needs: from the first candidate to the end of the last one; one byte if there is none.
    /// </summary>
    public (int Offset, int Length) Needed
    {
        get
        {
            var (first, end) = (_bytes.Length, 0);
            foreach (var (offset, candidates) in _series)
            {
                if (candidates.AsSpan().IndexOfAnyExcept(0UL) is >= 0 and var low)
                    first = Math.Min(first, offset + (IndexOf(low, BitOperations.TrailingZeroCount(candidates[low])) * Type.Width));
                if (candidates.AsSpan().LastIndexOfAnyExcept(0UL) is >= 0 and var high)
                    end = Math.Max(end, offset + ((IndexOf(high, BitOperations.Log2(candidates[high])) + 1) * Type.Width));
            }

            return end == 0 ? (0, 1) : (first, end - first);
        }
    }

    /// <summary>Stores the current bytes of <see cref="Needed"/>, and drops candidates with <paramref name="comparison"/>.</summary>
    /// <param name="now">The bytes, as many as <see cref="Needed"/> says.</param>
    /// <param name="comparison">Which candidates to keep.</param>
    /// <param name="value">The number to compare with, in the range of the type; 0 if the comparison takes none.</param>
    public void Filter(ReadOnlySpan<byte> now, Comparison comparison, long value)
    {
        (_beforeThat, _before, _bytes) = (_before, _bytes, _beforeThat);
        _before.CopyTo(_bytes, 0);
        now.CopyTo(_bytes.AsSpan(Needed.Offset));
        for (var i = 0; i < _series.Length; i++)
            _series[i].Candidates.CopyTo(_candidatesBefore[i], 0);
        switch (Type.Width, Type.Min < 0)
        {
            case (1, false): Filter(comparison, (byte)value); break;
            case (1, true): Filter(comparison, (sbyte)value); break;
            case (2, false): Filter(comparison, (ushort)value); break;
            case (2, true): Filter(comparison, (short)value); break;
            case (_, false): Filter(comparison, (uint)value); break;
            default: Filter(comparison, (int)value); break;
        }

        Count = CountAll();
    }

    /// <summary>Takes back the latest filter, once: an earlier one can't be taken back after it.</summary>
    public void Undo()
    {
        (_bytes, _before, _beforeThat) = (_before, _beforeThat, _bytes);
        for (var i = 0; i < _series.Length; i++)
            _candidatesBefore[i].CopyTo(_series[i].Candidates, 0);
        Count = CountAll();
    }

    /// <summary>Returns the candidates with the lowest addresses: address, value now, value at the previous search.</summary>
    public IReadOnlyList<(uint Address, long Value, long Before)> First(int limit)
    {
        // Each series is sorted, so none of them adds more than the limit.
        var offsets = _series.SelectMany(series => OffsetsOf(series.Offset, series.Candidates).Take(limit)).Order().Take(limit);
        return [.. offsets.Select(offset => (Start + (uint)offset, NumberAt(_bytes, offset), NumberAt(_before, offset)))];
    }

    private void Filter<T>(Comparison comparison, T value) where T : unmanaged, INumber<T>
    {
        foreach (var (offset, candidates) in _series)
            CandidateSet.Filter(candidates, _bytes.AsSpan(offset), _before.AsSpan(offset), comparison, value);
    }

    private IEnumerable<int> OffsetsOf(int offset, ulong[] candidates)
    {
        for (var word = 0; word < candidates.Length; word++)
        {
            for (var bits = candidates[word]; bits != 0; bits &= bits - 1)
                yield return offset + (IndexOf(word, BitOperations.TrailingZeroCount(bits)) * Type.Width);
        }
    }

    private long NumberAt(byte[] bytes, int offset) => Type.FromWire(Type.Width switch
    {
        1 => bytes[offset],
        2 => BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(offset)),
        _ => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(offset)),
    });

    private static int IndexOf(int word, int bit) => (word * CandidateSet.WordSize) + bit;

    private static ulong[] AllOf(int count)
    {
        if (count <= 0)
            return [];
        var words = new ulong[(count + CandidateSet.WordSize - 1) / CandidateSet.WordSize];
        words.AsSpan().Fill(ulong.MaxValue);
        // Clears the bits after the last number.
        words[^1] >>= (words.Length * CandidateSet.WordSize) - count;
        return words;
    }

    private int CountAll() => _series.Sum(series => CountOf(series.Candidates));

    private static int CountOf(ulong[] candidates)
    {
        var count = 0;
        foreach (var word in candidates)
            count += BitOperations.PopCount(word);
        return count;
    }
}
