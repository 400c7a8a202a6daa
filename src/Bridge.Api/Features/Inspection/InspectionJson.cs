using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Inspection;

/// <summary>Writes bodies about what the game's code did as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(LastWriterResponse))]
[JsonSerializable(typeof(CoverageResponse))]
[JsonSerializable(typeof(TraceResponse))]
internal sealed partial class InspectionJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static InspectionJson Context { get; } = new(JsonRules.NewOptions());
}
