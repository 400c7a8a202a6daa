using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Vectors;

/// <summary>Reads and writes bodies about vectors as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(CreateVectorRequest))]
[JsonSerializable(typeof(VectorReads))]
[JsonSerializable(typeof(VectorStart))]
[JsonSerializable(typeof(VectorStepRequest))]
[JsonSerializable(typeof(VectorResetRequest))]
[JsonSerializable(typeof(VectorEmulatorRequest))]
[JsonSerializable(typeof(VectorDescription))]
[JsonSerializable(typeof(VectorList))]
[JsonSerializable(typeof(VectorStepResponse))]
[JsonSerializable(typeof(VectorRecord))]
internal sealed partial class VectorJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static VectorJson Context { get; } = new(JsonRules.NewOptions());
}
