namespace Bridge.Api.Features.History;

/// <summary>Settings of the history that created emulators keep of their games.</summary>
internal sealed record HistoryOptions
{
    /// <summary>The minutes that a game can be rewound by, 0 to 60. Default 10; 0: none.</summary>
    public int Minutes { get; set; } = 10;

    /// <summary>
    /// Max bytes of memory for a history, 1,048,576 to 1,073,741,824. Beyond it the oldest minutes are forgotten. Default 8,000,000.
    /// </summary>
    public int Bytes { get; set; } = 8_000_000;

    /// <summary>Returns a sentence for each setting that is out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Minutes is < 0 or > 60)
            yield return $"Bridge:History:Minutes must be 0 to 60; got {Minutes}.";
        if (Bytes is < 1 << 20 or > 1 << 30)
            yield return $"Bridge:History:Bytes must be {1 << 20} to {1 << 30}; got {Bytes}.";
    }
}
