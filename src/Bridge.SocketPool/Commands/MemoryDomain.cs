using System.Globalization;

namespace Bridge.SocketPool.Commands;

/// <summary>A kind of memory that the game has, like <c>wram</c>.</summary>
/// <param name="Name">mGBA's name for it.</param>
/// <param name="Base">Where it begins on the bus.</param>
/// <param name="Size">Bytes.</param>
public readonly record struct MemoryDomain(string Name, uint Base, uint Size)
{
    /// <summary>Reads <c>name:base:size</c>.</summary>
    /// <exception cref="EmulatorException">It is something else: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal static MemoryDomain Read(string text)
    {
        var parts = text.Split(':');
        return parts.Length == 3
            && uint.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out var start)
            && uint.TryParse(parts[2], NumberStyles.None, CultureInfo.InvariantCulture, out var size)
            ? new MemoryDomain(parts[0], start, size)
            : throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script describes a memory domain as \"{text}\".");
    }
}
