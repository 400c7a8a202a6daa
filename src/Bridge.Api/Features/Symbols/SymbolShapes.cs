using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Symbols;

/// <summary>The symbols that were stored: how many, the format of their file, and how many of it were left out.</summary>
internal sealed record SymbolsStored(int Count, string Format, int Skipped);

/// <summary>
/// The symbols of the game: how many, the format of their file, how many of it were left out, the file's name if it is in the folder and
/// why it can't be used; how many symbols match, the first of them, and the nearest name of the address.
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

/// <summary>A symbol: its name, its address on the bus or its offset in a domain, and its bytes if they are known.</summary>
internal sealed record SymbolDescription(
    string Name, string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Size);
