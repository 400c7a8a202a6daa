using System.Globalization;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Describes a memory domain of the game, like <c>wram</c>.</summary>
/// <param name="Name">mGBA's short name.</param>
/// <param name="Base">The start address on the bus.</param>
/// <param name="Size">The size in bytes.</param>
/// <param name="Bound">
/// The first bus address after the domain, as mGBA reports it. A domain with several banks is larger than its range on the bus.
/// </param>
/// <param name="Label">mGBA's display name, like <c>EWRAM</c>.</param>
public readonly record struct MemoryDomain(string Name, uint Base, uint Size, uint Bound, string Label)
{
    /// <summary>
    /// Parses <c>name:base:size:bound:label</c>. Without the last two, it derives the bound from the size and the label from the name.
    /// </summary>
    /// <exception cref="EmulatorException">The text has another form: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
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
