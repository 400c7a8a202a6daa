using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Batch;

/// <summary>How batches and their results are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(BatchRequest))]
[JsonSerializable(typeof(BatchResponse))]
internal sealed partial class BatchJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static BatchJson Context { get; } = new(JsonRules.NewOptions());
}
