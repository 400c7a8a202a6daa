using System.IO.Compression;
using System.IO.Hashing;

namespace Bridge.Api.Features.Verifying;

/// <summary>Whether a ROM's file is the one with a checksum.</summary>
internal enum RomMatch
{
    No,
    Yes,

    /// <summary>The emulator patches it, or only the emulator can read it.</summary>
    Unknown,
}

/// <summary>Compares the files of ROMs with the checksum in a movie.</summary>
internal static class RomChecksum
{
    // Of patches beside a ROM, which the emulator applies.
    private static readonly string[] Patches = [".ups", ".ips", ".bps"];

    /// <summary>Compares a file.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="crc32">The CRC-32 of the ROM after patches: eight hexadecimal digits.</param>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read the file.</exception>
    public static RomMatch Compare(string path, string crc32)
    {
        var wanted = Convert.ToUInt32(crc32, 16);
        var isSame = Path.GetExtension(path).ToUpperInvariant() switch
        {
            ".ZIP" => IsInZip(path, wanted),
            ".7Z" => null,
            _ => (bool?)(Of(path) == wanted),
        };
        if (isSame == true)
            return RomMatch.Yes;
        return isSame is null || Patches.Any(patch => File.Exists(Path.ChangeExtension(path, patch))) ? RomMatch.Unknown : RomMatch.No;
    }

    private static uint Of(string path)
    {
        var crc32 = new Crc32();
        using var file = File.OpenRead(path);
        crc32.Append(file);
        return crc32.GetCurrentHashAsUInt32();
    }

    private static bool? IsInZip(string path, uint wanted)
    {
        try
        {
            using var zip = ZipFile.OpenRead(path);
            return zip.Entries.Any(entry => entry.Crc32 == wanted);
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }
}
