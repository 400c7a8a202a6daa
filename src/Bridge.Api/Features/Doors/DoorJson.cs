using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Gdb;

/// <summary>Reads and writes bodies about doors for GDB as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(GdbRequest))]
[JsonSerializable(typeof(GdbResponse))]
internal sealed partial class GdbJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static GdbJson Context { get; } = new(JsonRules.NewOptions());
}
