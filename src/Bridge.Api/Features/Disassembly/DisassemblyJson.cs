using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Disassembly;

/// <summary>Writes disassemblies as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(DisassemblyResponse))]
[JsonSerializable(typeof(CallStackResponse))]
internal sealed partial class DisassemblyJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static DisassemblyJson Context { get; } = new(JsonRules.NewOptions());
}
