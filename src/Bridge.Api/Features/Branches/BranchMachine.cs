using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Branches;

/// <summary>The ROM and the options of a process. A process serves requests for one machine only.</summary>
/// <param name="Crc32">The CRC-32 of the ROM after patches.</param>
/// <param name="Rom">The name of the ROM's file; null: unknown.</param>
/// <param name="Platform">GBA or GB.</param>
/// <param name="Model">The console; null: unknown.</param>
/// <param name="Clock">The time of the cartridge's clock at power-on, in seconds since 1970; null: the system's.</param>
/// <param name="ShowsOpposing">Whether the game sees opposing directions.</param>
internal sealed record BranchMachine(string Crc32, string? Rom, string Platform, string? Model, long? Clock, bool ShowsOpposing)
{
    /// <summary>Returns the machine of a movie.</summary>
    public static BranchMachine Of(MovieHeader header) =>
        new(header.Crc32, header.Rom, header.Platform, header.Model, header.Clock.Seconds, header.OpposingDirections);
}
