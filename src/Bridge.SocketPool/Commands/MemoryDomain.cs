using System.Globalization;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>A kind of memory that the game has, like <c>wram</c>.</summary>
/// <param name="Name">mGBA's name for it.</param>
/// <param name="Base">Where it begins on the bus.</param>
/// <param name="Size">Bytes.</param>
/// <param name="Bound">The first address behind it on the bus, as mGBA tells it; a domain of several banks is larger than that.</param>
/// <param name="Label">mGBA's other name for it, like <c>EWRAM</c>.</param>
public readonly record struct MemoryDomain(string Name, uint Base, uint Size, uint Bound, string Label)
{
    /// <summary>
    /// Reads <c>name:base:size:bound:label</c>; a script that tells no more than the size leaves the rest to be concluded.
    /// </summary>
    /// <exception cref="EmulatorException">It is something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static MemoryDomain Read(string text)
    {
        var parts = text.Split(':');
        return parts.Length >= 3 && TryReadNumber(parts[1], out var start) && TryReadNumber(parts[2], out var size)
            ? new MemoryDomain(parts[0], start, size,
                parts.Length > 3 && TryReadNumber(parts[3], out var bound) ? bound : start + size, parts.Length > 4 ? parts[4] : parts[0])
            : throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script describes a memory domain as \"{text}\".");
    }
    private static bool TryReadNumber(string text, out uint number) =>
        uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
