using Bridge.Testing.Zoo.Headers;
using Bridge.Testing.Zoo.Patches;

namespace Bridge.Testing.Zoo.Games;

/// <summary>ROMs with a soft patch beside them, which changes their title.</summary>
public static class PatchGames
{
    // The size to which mGBA extends a ROM with an IPS patch, which doesn't contain the final size.
    private const long GbaWithIps = 16 * PlainGames.MiB;
    private const long GameBoyWithIps = 8 * PlainGames.MiB;

    private static readonly byte[] OtherRom = GbaHeader.Label(ButtonTest.Gba, "OTHERTEST"u8, "AOTE"u8);
    private static readonly byte[] PatchedRom = GbaHeader.Label(ButtonTest.Gba, "PATCHEDTEST"u8, "ABTE"u8);
    private static readonly byte[] PatchedGameBoyRom = GameBoyHeader.Label(ButtonTest.GameBoy, "PATCHEDGB"u8);

    public static IEnumerable<ZooGame> All() =>
    [
        Extended(Patched("IPS", "ips", IpsPatch.Write(ButtonTest.Gba, PatchedRom)), GbaWithIps),
        Patched("UPS", "ups", UpsPatch.Write(ButtonTest.Gba, PatchedRom)),
        Patched("BPS", "bps", BpsPatch.Write(ButtonTest.Gba, PatchedRom)),
        Extended(
            PatchedGameBoy("Game Boy with IPS", "ips", IpsPatch.Write(ButtonTest.GameBoy, PatchedGameBoyRom)), GameBoyWithIps),
        PatchedGameBoy("Game Boy with UPS", "ups", UpsPatch.Write(ButtonTest.GameBoy, PatchedGameBoyRom)),
        PatchedGameBoy("Game Boy with BPS", "bps", BpsPatch.Write(ButtonTest.GameBoy, PatchedGameBoyRom)),
        Unpatched("damaged UPS", "ups", Damage(UpsPatch.Write(ButtonTest.Gba, PatchedRom))),
        Unpatched("BPS of another ROM", "bps", BpsPatch.Write(OtherRom, PatchedRom)),
    ];

    private static ZooGame Patched(string name, string extension, byte[] patch) =>
        WithPatch(PlainGames.Gba(name, ButtonTest.Gba, "PATCHEDTEST") with { PlayedRom = new("", PatchedRom) },
            extension, patch, isApplied: true);

    private static ZooGame PatchedGameBoy(string name, string extension, byte[] patch) =>
        WithPatch(PlainGames.GameBoy(name, ButtonTest.GameBoy, "PATCHEDGB") with { PlayedRom = new("", PatchedGameBoyRom) },
            extension, patch, isApplied: true);

    private static ZooGame Extended(ZooGame game, long size) => game with
    {
        PlayedRom = game.PlayedRom with { Length = size },
        Size = size,
        Domains = game.Domains.ToDictionary(domain => domain.Key,
            domain => domain.Key.StartsWith("cart", StringComparison.Ordinal) ? size : domain.Value),
    };

    private static ZooGame Unpatched(string name, string extension, byte[] patch) =>
        WithPatch(PlainGames.Gba(name, ButtonTest.Gba, "BUTTONTEST"), extension, patch, isApplied: false);

    /// <summary>Returns the patch with a changed last byte, which belongs to its own checksum.</summary>
    private static byte[] Damage(byte[] patch) => [.. patch[..^1], (byte)~patch[^1]];

    private static ZooGame WithPatch(ZooGame game, string extension, byte[] patch, bool isApplied)
    {
        var file = $"{game.Name}.{extension}";
        return game with { Files = [.. game.Files, new ZooFile(file, patch)], Patch = new(file, isApplied) };
    }
}
