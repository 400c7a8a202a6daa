using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Bodies;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Reads files of types. Emulators with the same file share its types.</summary>
internal sealed class TypesReader
{
    /// <summary>Max bytes of a file: those of a JSON body.</summary>
    public const int MaxBytes = 1024 * 1024;

    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    private readonly SharedFiles<DataTypes> _shared = new();

    /// <summary>Reads a file for a game.</summary>
    /// <exception cref="SymbolFormatException">It is not JSON.</exception>
    /// <exception cref="RequestException">A member is invalid or missing.</exception>
    public DataTypes Read(ReadOnlyMemory<byte> file, EmulatorFacts game)
    {
        var pointer = PointerOf(game);
        return _shared.Read(file.Span, pointer.Name, () => TypesBuilder.Build(Parse(file), pointer));
    }

    /// <summary>Returns the number that a pointer is in memory.</summary>
    public static MemoryType PointerOf(EmulatorFacts game) => MemoryType.Parse(game.Platform == "GBA" ? "u32" : "u16");

    private static TypesFile Parse(ReadOnlyMemory<byte> file)
    {
        if (file.Span is [0xEF, 0xBB, 0xBF, ..])
            file = file[3..];
        try
        {
            using var document = JsonDocument.Parse(file, Strict);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? JsonBody.Read(document.RootElement, SymbolJson.Context.TypesFile, "the file")
                : throw new SymbolFormatException("it must be an object with types and symbols");
        }
        catch (JsonException exception)
        {
            throw new SymbolFormatException(exception.LineNumber is { } line
                ? $"it is not valid JSON at line {line + 1}, byte {exception.BytePositionInLine + 1}"
                : "it has the same member twice");
        }
    }
}
