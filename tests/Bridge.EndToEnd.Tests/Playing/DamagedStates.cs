using System.Buffers.Binary;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>States that an emulator must refuse.</summary>
public static class DamagedStates
{
    /// <summary>
    /// Gets, by the name of the damage, functions that take a valid state as raw bytes and as a PNG, and return a damaged copy.
    /// </summary>
    // Behind the machine is a table of 16-byte entries: tag, size, offset. At 0 of the machine is the version of the format, at 8 the
    // ROM's checksum, at 0x10 its title, at 0x68 a number of cycles. A PNG has 33 bytes up to its header's end, and 12 in its last chunk.
    public static Dictionary<string, Func<byte[], byte[], byte[]>> All { get; } = new()
    {
        ["a byte"] = (_, _) => [0],
        ["zeros"] = (raw, _) => new byte[raw.Length],
        ["noise"] = (raw, _) => Noise(raw.Length),
        ["cut off in the header"] = (raw, _) => raw[..16],
        ["cut off in the machine"] = (raw, _) => raw[..(SavedState.MachineBytes - 1)],
        ["cut off in the table"] = (raw, _) => raw[..(SavedState.MachineBytes + 20)],
        ["cut off at the end"] = (raw, _) => raw[..^1],
        ["a byte too long"] = (raw, _) => [.. raw, 0],
        ["twice"] = (raw, _) => [.. raw, .. raw],
        ["a table of noise"] = (raw, _) => [.. raw[..SavedState.MachineBytes], .. Noise(4096)],
        ["a negative size"] = (raw, _) => Changed(raw, SavedState.MachineBytes + 4, -1),
        ["an offset to itself"] = (raw, _) => Changed(raw, SavedState.MachineBytes + 8, SavedState.MachineBytes),
        ["another title"] = (raw, _) => Changed(raw, 0x10, 0x41414141),
        ["another checksum"] = (raw, _) => Changed(raw, 8, 1),
        ["a newer version"] = (raw, _) => Changed(raw, 0, 0x01000010),
        ["negative cycles"] = (raw, _) => Changed(raw, 0x68, -1),
        ["a PNG cut off"] = (_, png) => png[..^1],
        ["a PNG with a bit flipped"] = (_, png) =>
            [.. png[..(png.Length / 2)], (byte)(png[png.Length / 2] ^ 1), .. png[((png.Length / 2) + 1)..]],
        ["a PNG without a state"] = (_, png) => [.. png[..33], .. png[^12..]],
        ["a PNG of nothing"] = (_, png) => png[..8],
    };

    /// <summary>Returns the same random bytes each time.</summary>
    public static byte[] Noise(int length)
    {
        var noise = new byte[length];
        new Random(7).NextBytes(noise);
        return noise;
    }

    private static byte[] Changed(byte[] bytes, int at, int value)
    {
        var changed = bytes.ToArray();
        BinaryPrimitives.WriteInt32LittleEndian(changed.AsSpan(at), value);
        return changed;
    }
}
