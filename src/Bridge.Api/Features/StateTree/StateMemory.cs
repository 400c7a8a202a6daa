using System.IO.Hashing;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.StateTree;

/// <summary>
/// The writable memory in a raw state, hashed as the emulator hashes it (emulator/host/memory_hash.c). The places are those of mGBA's
/// include/mgba/internal/gba/serialize.h and gb/serialize.h.
/// </summary>
internal static class StateMemory
{
    // Where the kind of a GBA's save memory is, and the kind while the game has not used it.
    private const int SaveKind = 0x2E0, Undetected = 0xFF;

    // The smallest save memory. Bytes after a multiple of it are no memory: they have the time at which a cartridge's clock was saved.
    private const int SaveUnit = 512;

    // From: the offset in the state.
    private static readonly (string Name, int From, int Size)[] Gba =
    [
        ("palette", 0x800, 0x400), ("vram", 0x1000, 0x18000), ("oam", 0xC00, 0x400), ("iwram", 0x19000, 0x8000), ("wram", 0x21000, 0x40000),
    ];

    private static readonly (string Name, int From, int Size)[] GameBoy =
        [("vram", 0x400, 0x4000), ("wram", 0x4400, 0x8000), ("oam", 0x260, 0xA0), ("hram", 0x380, 0x7F)];

    /// <summary>Returns the hashes of the regions of memory.</summary>
    /// <param name="state">A state that an emulator has saved.</param>
    /// <param name="platform">GBA or GB.</param>
    public static IReadOnlyList<RegionHash> HashesOf(ReadOnlySpan<byte> state, string platform)
    {
        var isGba = platform == "GBA";
        List<RegionHash> hashes = [];
        foreach (var (name, from, size) in isGba ? Gba : GameBoy)
            hashes.Add(new RegionHash(name, XxHash64.HashToUInt64(state.Slice(from, size))));
        var save = StateTable.ItemOf(state, StateTable.SaveTag);
        save = isGba && state[SaveKind] == Undetected ? [] : save[..(save.Length - (save.Length % SaveUnit))];
        if (!save.IsEmpty)
            hashes.Add(new RegionHash("save", XxHash64.HashToUInt64(save)));
        return hashes;
    }
}
