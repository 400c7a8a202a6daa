using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Branches;

/// <summary>Reads and writes bodies about branches as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(BranchesRequest))]
[JsonSerializable(typeof(BranchesResponse))]
[JsonSerializable(typeof(BranchesDone))]
[JsonSerializable(typeof(BranchesFailed))]
internal sealed partial class BranchJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static BranchJson Context { get; } = new(JsonRules.NewOptions());
}
