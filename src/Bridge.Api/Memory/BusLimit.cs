using System.Globalization;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Memory;

/// <summary>
/// Refuses an address beyond the bus of the platform before it reaches the wire. Only the script can check addresses within the bus,
/// and where a chain of pointers leads.
/// </summary>
internal static class BusLimit
{
    // GBATEK, "GBA Memory Map": the cartridge's save memory ends at 0x0FFFFFFF. Game Boy: 16 address lines.
    private const long GameBoyAdvance = 0x1000_0000;
    private const long GameBoy = 0x1_0000;
    private const long Domain = 0x1_0000_0000;

    public static void Check(EmulatorClient emulator, MemoryAddress address, int length, string? domain)
    {
        var platform = emulator.Status.Facts?.Platform;
        var end = domain is not null ? Domain : platform == "GB" ? GameBoy : GameBoyAdvance;
        if (address.Number + (long)length <= end)
            return;
        var what = domain is null ? $"the {platform ?? "GBA"} bus" : "the largest domain";
        throw new RequestException(ProblemTypes.OutOfRange, string.Create(CultureInfo.InvariantCulture,
            $"address 0x{address.Number:X8} with a length of {length} bytes is beyond {what}, which ends at 0x{end - 1:X8}."), "address");
    }
}
