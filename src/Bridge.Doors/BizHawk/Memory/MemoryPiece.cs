namespace Bridge.Doors.BizHawk.Memory;

/// <summary>A part of a range in one place of the emulator.</summary>
/// <param name="Domain">The emulator's domain; null: the bus.</param>
/// <param name="Offset">Where in it.</param>
/// <param name="Length">How many bytes.</param>
internal readonly record struct MemoryPiece(string? Domain, uint Offset, int Length)
{
    /// <summary>Gets the value of each byte if the emulator has no memory here; null: it has.</summary>
    public byte? Filler { get; init; }

    /// <summary>Gets whether it can't be written.</summary>
    public bool IsReadOnly { get; init; }
}
