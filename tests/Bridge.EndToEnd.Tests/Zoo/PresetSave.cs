using System.Buffers.Binary;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>The saves of games whose ROM can't write them: the files exist before the game is first played.</summary>
internal static class PresetSave
{
    /// <summary>The value that a ROM finds in such a save (emulator/rom/README.md, "Save").</summary>
    public const int Value = 0x5A17;

    private const int BankBytes = 64 * 1024;

    /// <summary>Returns whether the game has such a save.</summary>
    public static bool IsFor(ZooGame game) => game.Save.Kind is ZooSaveKind.Flash or ZooSaveKind.Eeprom;

    /// <summary>Returns the save: the ROM's record, then other bytes up to the end of the chip.</summary>
    public static byte[] Of(ZooGame game)
    {
        var save = new byte[game.Save.Bytes];
        new Random(28).NextBytes(save);
        BinaryPrimitives.WriteUInt16LittleEndian(save, Value);
        "BTST"u8.CopyTo(save.AsSpan(2));
        BinaryPrimitives.WriteUInt16LittleEndian(save.AsSpan(6), unchecked((ushort)~Value));
        return save;
    }

    /// <summary>
    /// Returns the first and the last byte that scripts see in its domain. Of flash, mGBA 0.10 shows the selected 64 KiB bank,
    /// twice if there are two; the first bank is selected at the start.
    /// </summary>
    public static (byte First, byte Last) EndsOf(ZooGame game)
    {
        var save = Of(game);
        return (save[0], save[Math.Min(save.Length, BankBytes) - 1]);
    }

    public static void WriteTo(string folder, ZooGame game)
    {
        if (IsFor(game))
            File.WriteAllBytes(Path.Combine(folder, game.SaveFileName), Of(game));
    }
}
