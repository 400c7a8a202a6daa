using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Symbols;

/// <summary>Reads and writes bodies about symbols and types as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(SymbolsStored))]
[JsonSerializable(typeof(SymbolList))]
[JsonSerializable(typeof(TypesFile))]
[JsonSerializable(typeof(TypesStored))]
[JsonSerializable(typeof(TypeList))]
internal sealed partial class SymbolJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static SymbolJson Context { get; } = new(JsonRules.NewOptions());
}
