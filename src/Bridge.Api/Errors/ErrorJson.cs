using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Errors;

/// <summary>How an answer that tells of a problem are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(Problem))]
internal sealed partial class ErrorJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static ErrorJson Context { get; } = new(JsonRules.NewOptions());
}
