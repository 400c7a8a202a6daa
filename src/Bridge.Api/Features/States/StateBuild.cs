using System.Buffers.Binary;
using System.Globalization;
using Bridge.SocketPool;

namespace Bridge.Api.Features.States;

/// <summary>
/// Adapts a state of another build of a game, like that of a ROM hack before it was assembled again, so that mGBA loads it.
/// </summary>
internal static class StateBuild
{
    // mGBA's include/mgba/internal/gba/serialize.h and gb/serialize.h.
    private const int GbaChecksum = 0x08, GameBoyChecksum = 0x04;

    /// <summary>Returns a state with the ROM's checksum of the running game.</summary>
    /// <param name="state">The state, not a PNG.</param>
    /// <param name="game">The running game.</param>
    /// <returns>The state, and a warning if its checksum was another one.</returns>
    /// <exception cref="EmulatorException">The game's checksum is malformed: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static (ReadOnlyMemory<byte> State, string? Warning) Adopt(ReadOnlyMemory<byte> state, EmulatorFacts game)
    {
        var at = game.Platform == "GBA" ? GbaChecksum : GameBoyChecksum;
        if (!uint.TryParse(game.Crc32, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var running))
            throw new EmulatorException(EmulatorFailure.ProtocolError, "The script sent a checksum that is none.");
        // A state that is too short for a checksum is left for the script to refuse.
        if (state.Length < at + sizeof(uint) || BinaryPrimitives.ReadUInt32LittleEndian(state.Span[at..]) is var own && own == running)
            return (state, null);
        var adopted = state.ToArray();
        BinaryPrimitives.WriteUInt32LittleEndian(adopted.AsSpan(at), running);
        return (adopted, $"The state is of another build of this game, CRC-32 0x{own:X8}. Code and data that have moved since may make "
            + "the game fail.");
    }
}
