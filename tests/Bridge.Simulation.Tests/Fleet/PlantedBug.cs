namespace Bridge.Simulation.Tests.Fleet;

/// <summary>A bug that the simulation must find.</summary>
internal enum PlantedBug
{
    None,
    NoWaitBeforeStart,
    NoFence,
    NoRevision,
    NoMembers,
    NoSeen,
    NoHold,
    NoCopy,
    OverOwnCopy,
}
