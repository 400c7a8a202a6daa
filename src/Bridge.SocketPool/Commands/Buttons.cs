namespace Bridge.SocketPool.Commands;

/// <summary>Lists the ten buttons as bits of mGBA's key mask (<c>C.GBA_KEY</c>); a Game Boy lacks R and L.</summary>
[Flags]
public enum Buttons
{
    /// <summary>No button.</summary>
    None = 0,
    /// <summary>A.</summary>
    A = 1 << 0,
    /// <summary>B.</summary>
    B = 1 << 1,
    /// <summary>Select.</summary>
    Select = 1 << 2,
    /// <summary>Start.</summary>
    Start = 1 << 3,
    /// <summary>Right on the pad.</summary>
    Right = 1 << 4,
    /// <summary>Left on the pad.</summary>
    Left = 1 << 5,
    /// <summary>Up on the pad.</summary>
    Up = 1 << 6,
    /// <summary>Down on the pad.</summary>
    Down = 1 << 7,
    /// <summary>The right shoulder button.</summary>
    R = 1 << 8,
    /// <summary>The left shoulder button.</summary>
    L = 1 << 9,
}
