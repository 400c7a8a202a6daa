using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Branches;

/// <summary>The end of a branch, as the program wrote it.</summary>
/// <param name="Frames">The frames that ran.</param>
/// <param name="Met">Whether its conditions were met; null: it has none.</param>
internal sealed record BranchEnd(long Frames, bool? Met)
{
    /// <summary>Gets the conditions that held.</summary>
    public List<ConditionHeld> Held { get; } = [];

    /// <summary>Gets the hashes of the memory.</summary>
    public List<RegionHashed> Hashes { get; } = [];

    /// <summary>Gets what was read, null if a chain led nowhere, and where a chain led.</summary>
    public List<(ReadOnlyMemory<byte>? Bytes, uint? Address)> Values { get; } = [];

    /// <summary>Gets or sets the picture, four bytes a pixel; null: there is none.</summary>
    public (PictureSize Size, ReadOnlyMemory<byte> Pixels)? Picture { get; set; }

    /// <summary>Gets or sets the state; null: there is none.</summary>
    public ReadOnlyMemory<byte>? State { get; set; }
}
