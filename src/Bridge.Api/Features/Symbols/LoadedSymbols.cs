using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>The symbols that were read from a file.</summary>
/// <param name="Table">The symbols.</param>
/// <param name="Format">The file's format: <c>rgbds</c>, <c>sym</c>, <c>map</c> or <c>elf</c>.</param>
/// <param name="Skipped">
/// How many symbols of the file were left out: an address can't have their names, or the console has no such place.
/// </param>
internal sealed record LoadedSymbols(SymbolTable Table, string Format, int Skipped);
