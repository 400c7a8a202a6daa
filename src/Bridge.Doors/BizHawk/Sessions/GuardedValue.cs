using System.Buffers.Binary;
using System.Globalization;
using Bridge.Doors.BizHawk.Memory;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>A part of the bytes that a guard expects, as a value that the emulator compares.</summary>
/// <param name="Offset">Where it is.</param>
/// <param name="Type">Its type: u8, u16 or u32.</param>
/// <param name="Number">The value.</param>
internal readonly record struct GuardedValue(uint Offset, string Type, uint Number)
{
    /// <summary>Gets the emulator's condition.</summary>
    public string Condition => string.Create(CultureInfo.InvariantCulture, $"eq:{Number}");

    /// <summary>Splits the bytes of a piece into as few values as possible. Values are little-endian at any place.</summary>
    public static IEnumerable<GuardedValue> Of(MemoryPiece piece, ReadOnlyMemory<byte> bytes)
    {
        for (var at = 0; at < bytes.Length;)
        {
            var width = WidthOf(bytes.Length - at);
            yield return Of(piece.Offset + (uint)at, bytes.Span.Slice(at, width));
            at += width;
        }
    }

    /// <summary>Returns how many values that gives.</summary>
    public static int Count(int bytes) => (bytes / 4) + (bytes % 4 / 2) + (bytes % 2);

    private static int WidthOf(int left) => left >= 4 ? 4 : left >= 2 ? 2 : 1;

    private static GuardedValue Of(uint offset, ReadOnlySpan<byte> bytes) => bytes.Length switch
    {
        4 => new(offset, "u32", BinaryPrimitives.ReadUInt32LittleEndian(bytes)),
        2 => new(offset, "u16", BinaryPrimitives.ReadUInt16LittleEndian(bytes)),
        _ => new(offset, "u8", bytes[0]),
    };
}
