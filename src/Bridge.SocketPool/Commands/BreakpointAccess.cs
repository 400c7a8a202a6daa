namespace Bridge.SocketPool.Commands;

/// <summary>What a breakpoint is for.</summary>
[Flags]
public enum BreakpointAccess
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>A read.</summary>
    Read = 1,

    /// <summary>A write.</summary>
    Write = 2,

    /// <summary>A write of another value.</summary>
    Change = 4,

    /// <summary>An instruction that runs.</summary>
    Execute = 8,
}
