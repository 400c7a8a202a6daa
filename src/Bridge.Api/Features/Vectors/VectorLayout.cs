using System.Buffers.Binary;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Vectors;

/// <summary>Where everything is in the shared memory of a vector. Read before a client has it, because clients can write there.</summary>
/// <param name="Descriptor">The descriptor of the memory in the vector's process.</param>
/// <param name="Size">Its bytes.</param>
/// <param name="Areas">The offsets of the areas, in the order of <see cref="VectorArea"/>.</param>
internal sealed record VectorLayout(int Descriptor, long Size, IReadOnlyList<long> Areas)
{
    /// <summary>The version of the layout, which the host must have too.</summary>
    public const int Version = 2;

    // Where the header has the offsets of the areas, and the size.
    private const int AreasAt = 48, SizeAt = 40;

    /// <summary>Gets the bytes of the header.</summary>
    public static int HeaderBytes => AreasAt + (8 * AreaCount);

    private static int AreaCount => (int)VectorArea.Pixels + 1;

    /// <summary>Gets where an area begins.</summary>
    public int this[VectorArea area] => (int)Areas[(int)area];

    /// <summary>Gets whether no area begins outside the memory.</summary>
    public bool IsValid => Size is > 0 and <= int.MaxValue && Areas?.Count == AreaCount && Areas.All(at => at >= 0 && at <= Size);

    /// <summary>Reads the header of a vector that has just started.</summary>
    /// <exception cref="RequestException">The host has another layout.</exception>
    public static VectorLayout Read(ReadOnlySpan<byte> header, int descriptor)
    {
        var areas = new long[AreaCount];
        for (var area = 0; area < areas.Length; area++)
            areas[area] = BinaryPrimitives.ReadInt64LittleEndian(header[(AreasAt + (8 * area))..]);
        var layout = new VectorLayout(descriptor, BinaryPrimitives.ReadInt64LittleEndian(header[SizeAt..]), areas);
        return header.StartsWith("MGBAVEC\0"u8) && BinaryPrimitives.ReadInt32LittleEndian(header[8..]) == Version && layout.IsValid
            ? layout
            : throw new RequestException(ProblemTypes.Unsupported, "mgba-host has vectors of another version; build it anew.");
    }
}

/// <summary>The areas of the shared memory (docs/protocol/vectors.md, "The block").</summary>
internal enum VectorArea
{
    Bell, Asked, Keys, Frames, Flags, Start, Seed, Done, Answered, Status, Frame, Missing, Values, Played, Actions, Pixels,
}
