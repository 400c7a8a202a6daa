using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols.Formats;

namespace Bridge.Api.Features.Symbols;

/// <summary>
/// Finds the places of symbols in banks of the Game Boy. The bus shows only the banks that the game has switched in, so such a place is an
/// offset in a memory domain, which has all banks.
/// </summary>
internal static class GameBoyBanks
{
    // Bytes of a bank of each memory, and the highest bank of the ROM.
    private const int RomBank = 0x4000;
    private const int VideoBank = 0x2000;
    private const int SaveBank = 0x2000;
    private const int WorkBank = 0x1000;
    private const int MaxRomBank = 511;

    /// <summary>Returns the place of a symbol; null if the console has no such bank.</summary>
    /// <param name="symbol">The symbol.</param>
    /// <param name="isColor">Whether the console has more than one bank of video and work RAM.</param>
    public static Symbol? PlaceOf(ListedSymbol symbol, bool isColor)
    {
        if (symbol.Address > 0xFFFF)
            return null;
        if (symbol.Bank is not { } bank)
            return OnBus(symbol);
        return symbol.Address switch
        {
            < 0x8000 when bank == 0 => OnBus(symbol),
            < 0x8000 => InDomain(symbol, "cart0", bank, RomBank, MaxRomBank),
            < 0xA000 when isColor => InDomain(symbol, "vram", bank, VideoBank, 1),
            < 0xA000 => bank == 0 ? OnBus(symbol) : null,
            < 0xC000 => InDomain(symbol, "sram", bank, SaveBank, 15),
            >= 0xD000 and < 0xE000 when isColor => InDomain(symbol, "wram", Math.Max(bank, 1), WorkBank, 7),
            >= 0xD000 and < 0xE000 when bank > 1 => null,
            _ => OnBus(symbol),
        };
    }

    // Within: every bank begins at a multiple of its size, and a symbol must not name places beyond the end of its bank.
    private static Symbol OnBus(ListedSymbol symbol) =>
        new Symbol(symbol.Name, symbol.Address, Size: symbol.Size).Within((uint)(symbol.Address < 0x8000 ? RomBank : WorkBank));

    private static Symbol? InDomain(ListedSymbol symbol, string domain, int bank, int bankSize, int maxBank) => bank > maxBank
        ? null
        : new Symbol(symbol.Name, (uint)((bank * bankSize) + (symbol.Address & (bankSize - 1))), domain, symbol.Size)
            .Within((uint)bankSize);
}
