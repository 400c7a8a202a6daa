using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Symbols;

/// <summary>The symbols that were stored: how many, the format of their file, and how many symbols of the file were left out.</summary>
internal sealed record SymbolsStored(int Count, string Format, int Skipped);

/// <summary>
/// The symbols of the game: how many there are, the format of their file, and how many symbols of the file were left out; for a file in
/// Bridge:Symbols:Folder its name, and the problem if it can't be used. Then how many symbols match, the first of those, and the nearest
/// name at or before the requested address.
/// </summary>
internal sealed record SymbolList(
    int Count,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Format,
    int Skipped,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? File,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Problem,
    int Matches,
    IReadOnlyList<SymbolDescription> Symbols,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Nearest);

/// <summary>A symbol: its name, its address on the bus or its offset in a domain, and its size in bytes if it is known.</summary>
internal sealed record SymbolDescription(
    string Name, string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Size);
