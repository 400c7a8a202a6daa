namespace Bridge.Doors.Gdb.Packets;

/// <summary>What a debugger has sent.</summary>
internal enum GdbInputKind
{
    /// <summary>A packet whose checksum is right.</summary>
    Packet,

    /// <summary>A packet whose checksum is wrong. It has no text.</summary>
    WrongChecksum,

    /// <summary>Ctrl-C: the game is to stop.</summary>
    Interrupt,

    /// <summary>The latest packet to the debugger is to be sent again.</summary>
    Again,

    /// <summary>A packet that is longer than <see cref="PacketReader.MaxBytes"/>. The rest of it is not read.</summary>
    TooLong,

    /// <summary>Bytes that no debugger sends, such as an HTTP request of a web page.</summary>
    Foreign,
}

/// <summary>A packet, or another message of a debugger.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">The bytes of a packet between <c>$</c> and <c>#</c>, without escapes, each as one character.</param>
internal readonly record struct GdbInput(GdbInputKind Kind, string Text = "");
