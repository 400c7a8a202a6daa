namespace Bridge.Api.Features.OnDemand;

/// <summary>What an emulator runs.</summary>
/// <param name="Rom">The full path of the ROM.</param>
/// <param name="Speed">0.25 to 16, or 0 for unlimited.</param>
/// <param name="Model">The console for a Game Boy game, like CGB; null: what the game is made for.</param>
/// <param name="Clock">The cartridge clock in the first frame, in seconds since 1970; null: the system's clock.</param>
internal sealed record HostPlan(string Rom, double Speed, string? Model, long? Clock)
{
    /// <summary>Gets the folder of its saves, a full path or one below the emulator's folder.</summary>
    public string SaveFolder { get; init; } = HostProgram.Saves;

    /// <summary>Gets whether a running emulator can change to this plan.</summary>
    public bool FitsRunningHost => Model is null && Clock is null;
}
