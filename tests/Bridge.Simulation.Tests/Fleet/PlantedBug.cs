namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A bug that the simulation must find.</summary>
internal enum PlantedBug
{
    None,

    /// <summary>A takeover starts the emulator without waiting for the fence of its old host.</summary>
    NoWaitBeforeStart,

    /// <summary>A host serves emulators that its fence forbids.</summary>
    NoFence,

    /// <summary>A takeover doesn't compare the revision of the name.</summary>
    NoRevision,

    /// <summary>A fence asks only the hosts of the snapshot, not all members.</summary>
    NoMembers,

    /// <summary>A new member claims to have seen all others.</summary>
    NoSeen,

    /// <summary>A fence doesn't know at which revision its host got a name.</summary>
    NoHold,

    /// <summary>A host answers the fence of another one without its copy of the names.</summary>
    NoCopy,

    /// <summary>A host takes over an emulator whose earlier copy it still runs.</summary>
    OverOwnCopy,
}
