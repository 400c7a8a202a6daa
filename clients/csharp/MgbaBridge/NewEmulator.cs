namespace MgbaBridge;

/// <summary>An emulator to create.</summary>
/// <param name="Rom">A game of the bridge's ROM folder.</param>
public sealed record NewEmulator(string Rom)
{
    /// <summary>Gets its name: 1 to 32 characters of a-z, 0-9 and -; null for a new one.</summary>
    public string? Name { get; init; }

    /// <summary>Gets a named state to start from.</summary>
    public string? State { get; init; }

    /// <summary>Gets the emulator whose state that is; null for the game's own states.</summary>
    public string? StateOf { get; init; }

    /// <summary>Gets the model of the console; null for the game's.</summary>
    public string? Model { get; init; }

    /// <summary>Gets the speed: 0.25 to 16, 0 for as fast as possible; 1 if null.</summary>
    public double? Speed { get; init; }

    /// <summary>Gets the cartridge's clock in the first frame; null for now.</summary>
    public DateTimeOffset? Clock { get; init; }

    /// <summary>
    /// Gets how long after its last request it ends by itself: 1 second to 7 days, or <see cref="Timeout.InfiniteTimeSpan"/>.
    /// </summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Gets labels to find it by.</summary>
    public IReadOnlyDictionary<string, string>? Labels { get; init; }

    internal CreateJson ToJson() => new(
        Rom, Name, State is null ? null : new StateChoiceJson(State, StateOf), Model, Speed, Clock?.ToUnixTimeSeconds(),
        LeaseSettingJson.Of(Lease), Labels);
}
