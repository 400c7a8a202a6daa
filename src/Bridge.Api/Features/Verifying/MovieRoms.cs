using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.Roms;

namespace Bridge.Api.Features.Verifying;

/// <summary>Finds the ROM of a movie among those that the bridge may load.</summary>
internal sealed class MovieRoms(RomFolder folder)
{
    /// <summary>Max bytes of ROMs that are read for one movie.</summary>
    private const long MaxBytes = 1L << 30;

    /// <summary>Max ROMs that are compared with one movie.</summary>
    private const int MaxRoms = 1000;

    /// <summary>Returns the ROM of a movie.</summary>
    /// <param name="header">The movie's header.</param>
    /// <param name="name">The name that the client chose; null: any ROM with the movie's checksum.</param>
    /// <exception cref="RequestException">There is none, or the chosen one is another.</exception>
    public RomFile Find(MovieHeader header, string? name)
    {
        try
        {
            return name is null ? Search(header) : Choose(header, name);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw StorageFailure.Explain(exception, "ROMs", "The bridge can't read a ROM in the ROM folder.");
        }
    }

    private RomFile Choose(MovieHeader header, string name)
    {
        var rom = folder.Find(name);
        return RomChecksum.Compare(rom.Path, header.Crc32) != RomMatch.No
            ? rom
            : throw new RequestException(ProblemTypes.Conflict,
                $"The movie is of a ROM with the CRC-32 {header.Crc32}; {rom.Name} has another.", "rom");
    }

    private RomFile Search(MovieHeader header)
    {
        var left = MaxBytes;
        // The ROM with the movie's name comes first. It may have a patch, so that its checksum proves nothing.
        foreach (var file in folder.All().OrderByDescending(file => file.Name == header.Rom).Take(MaxRoms))
        {
            left -= file.Size;
            if (left < 0)
            {
                throw new RequestException(ProblemTypes.UnknownRom,
                    "The ROM folder has too many bytes to look for the movie's ROM; name it with rom.", "rom");
            }

            if (file.Size == 0)
                continue;
            var rom = folder.Find(file.Name);
            var match = RomChecksum.Compare(rom.Path, header.Crc32);
            if (match == RomMatch.Yes || (match == RomMatch.Unknown && file.Name == header.Rom))
                return rom;
        }

        throw new RequestException(ProblemTypes.UnknownRom,
            $"The ROM folder has no ROM with the CRC-32 {header.Crc32}; GET …/roms lists its ROMs.", "rom");
    }
}
