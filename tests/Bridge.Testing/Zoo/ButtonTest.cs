namespace Bridge.Testing.Zoo;

/// <summary>The two ROMs that all games of the zoo are made of; emulator/rom/README.md describes them.</summary>
public static class ButtonTest
{
    /// <summary>Gets the ROM for the Game Boy Advance, 4 KiB.</summary>
    public static byte[] Gba { get; } = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"));

    /// <summary>Gets the ROM for the Game Boy, 32 KiB.</summary>
    public static byte[] GameBoy { get; } = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "gb", "buttontest.gb"));
}
