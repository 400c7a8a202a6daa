namespace Bridge.Doors.Gdb.Packets;

/// <summary>How a game is to go on.</summary>
internal enum Resume
{
    /// <summary>The packet is no such request.</summary>
    None,

    /// <summary>Until it stops.</summary>
    Continue,

    /// <summary>One instruction.</summary>
    Step,

    /// <summary>From another address, which can't be.</summary>
    Elsewhere,
}

/// <summary>
/// Reads the packets <c>c</c>, <c>s</c>, <c>C</c>, <c>S</c> and <c>vCont</c>. A game takes no signals, so they have no effect.
/// </summary>
internal static class ResumePacket
{
    /// <summary>Returns how a packet lets the game go on.</summary>
    public static Resume Read(string packet) => packet switch
    {
        ['c' or 's'] => Of(packet[0]),
        ['c' or 's', ..] => PacketFields.TryReadNumber(packet.AsSpan(1), out _) ? Resume.Elsewhere : Resume.None,
        ['C' or 'S', ..] => packet.Contains(';', StringComparison.Ordinal) ? Resume.Elsewhere : Of(packet[0]),
        _ when packet.StartsWith("vCont;", StringComparison.Ordinal) => ReadActions(packet.AsSpan("vCont;".Length)),
        _ => Resume.None,
    };

    // The leftmost action that is for the only thread counts.
    private static Resume ReadActions(ReadOnlySpan<char> actions)
    {
        foreach (var range in actions.Split(';'))
        {
            var action = actions[range];
            var thread = action.IndexOf(':');
            if (!action.IsEmpty && (thread < 0 || action[(thread + 1)..] is "1" or "0" or "-1"))
                return Of(action[0]);
        }

        return Resume.None;
    }

    private static Resume Of(char letter) => letter switch
    {
        'c' or 'C' => Resume.Continue,
        's' or 'S' => Resume.Step,
        _ => Resume.None,
    };
}
