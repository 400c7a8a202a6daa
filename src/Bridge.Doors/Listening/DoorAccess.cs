namespace Bridge.Doors.Listening;

/// <summary>What the clients of a door may do.</summary>
public enum DoorAccess
{
    /// <summary>They may read memory and what is known of the game.</summary>
    Read,

    /// <summary>They may also write memory, and freeze the game.</summary>
    Write,
}
