namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>A file has no symbols, too many, or is damaged. The message follows "The body must be a file of symbols:".</summary>
internal sealed class SymbolFormatException(string message) : Exception(message);
