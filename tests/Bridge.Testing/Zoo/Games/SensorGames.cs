using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>
/// Games that read the sensors of their cartridge and count the changes; emulator/rom/README.md describes them. They do not count as games
/// of the zoo, because they show no buttons.
/// </summary>
public static class SensorGames
{
    private static readonly byte[] Rom = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "sensors.gba"));

    /// <summary>Gets a game with a tilt sensor.</summary>
    public static ZooFile Tilt { get; } = Game("tilt", "KYGE"u8);

    /// <summary>Gets a game with a light sensor and a clock.</summary>
    public static ZooFile Light { get; } = Game("light", "U3IE"u8);

    /// <summary>Gets a game with a gyroscope and a motor, which runs while A is down.</summary>
    public static ZooFile Gyroscope { get; } = Game("gyroscope", "RZWE"u8);

    private static ZooFile Game(string name, ReadOnlySpan<byte> code) => new($"{name}.gba", GbaHeader.Label(Rom, "SENSORS"u8, code));
}
