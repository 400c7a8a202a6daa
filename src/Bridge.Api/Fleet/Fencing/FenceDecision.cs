namespace Bridge.Api.Fleet.Fencing;

/// <summary>Whether a host that has lost its lease may serve an emulator that another host can take over.</summary>
internal enum FenceDecision
{
    /// <summary>Nobody has taken it over.</summary>
    Serve,

    /// <summary>It is not known.</summary>
    Refuse,

    /// <summary>Another host has it, or a client has ended it there.</summary>
    End,
}
