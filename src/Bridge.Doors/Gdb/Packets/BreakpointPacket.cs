using Bridge.SocketPool.Commands;

namespace Bridge.Doors.Gdb.Packets;

/// <summary>A breakpoint as the packets <c>Z</c> and <c>z</c> name it.</summary>
/// <param name="Type">0 software, 1 hardware, 2 write, 3 read, 4 access.</param>
/// <param name="Address">Where it begins.</param>
/// <param name="Kind">Of 0 and 1, the bytes of the instruction, with 3 for a wide one; of the others, the bytes of memory.</param>
internal readonly record struct BreakpointPacket(int Type, uint Address, uint Kind)
{
    /// <summary>
    /// Gets what counts. The debugger goes on by itself after a write of the same value, so such writes don't stop the game at all.
    /// </summary>
    public BreakpointAccess On => Type switch
    {
        0 or 1 => BreakpointAccess.Execute,
        2 => BreakpointAccess.Change,
        3 => BreakpointAccess.Read,
        _ => BreakpointAccess.Read | BreakpointAccess.Write,
    };

    /// <summary>Gets the bytes that count.</summary>
    public uint Length => Type < 2 ? 1 : Kind;

    /// <summary>Gets the name of a stop there; null: it needs none.</summary>
    public string? StopName => Type switch
    {
        2 => "watch",
        3 => "rwatch",
        4 => "awatch",
        _ => null,
    };

    /// <summary>Reads <c>ZTYPE,ADDRESS,KIND</c> or the same with <c>z</c>.</summary>
    /// <returns>False: the type is unknown, or it isn't that.</returns>
    public static bool TryRead(string packet, out BreakpointPacket breakpoint)
    {
        breakpoint = default;
        if (packet is not ['Z' or 'z', >= '0' and <= '4', ',', ..])
            return false;
        var fields = packet.AsSpan(3);
        if (!PacketFields.TryTakeNumber(ref fields, ',', out var address) || !PacketFields.TryTakeNumber(ref fields, '\0', out var kind)
            || kind == 0)
            return false;
        breakpoint = new BreakpointPacket(packet[1] - '0', address, kind);
        return true;
    }
}
