namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>A symbol as its file has it.</summary>
/// <param name="Name">The name.</param>
/// <param name="Address">The address on the bus.</param>
/// <param name="Bank">The bank of the Game Boy; null: the file names none.</param>
/// <param name="Size">Bytes; 0: the file has no size.</param>
internal readonly record struct ListedSymbol(string Name, uint Address, int? Bank = null, uint Size = 0);
