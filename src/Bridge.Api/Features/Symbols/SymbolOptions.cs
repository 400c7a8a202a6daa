namespace Bridge.Api.Features.Symbols;

/// <summary>Settings of symbols.</summary>
internal sealed record SymbolOptions
{
    /// <summary>
    /// The folder of files of symbols, each named after its ROM or the ROM's CRC-32: <c>.sym</c>, <c>.map</c> or <c>.elf</c>. Default none.
    /// </summary>
    public string? Folder { get; set; }

    /// <summary>Gets the full path of the folder; null if none is configured.</summary>
    public string? Root => Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : null;

    /// <summary>Returns a sentence for each setting that can't be used.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Root is { } root && !Directory.Exists(root))
            yield return $"Bridge:Symbols:Folder must be an existing folder; got \"{Folder}\".";
    }
}
