using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Reads and writes bodies about created emulators as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(CreateRequest))]
[JsonSerializable(typeof(CreateResponse))]
[JsonSerializable(typeof(LeaseSetting))]
[JsonSerializable(typeof(Features.Emulators.LeaseDescription))]
[JsonSerializable(typeof(HostRecord))]
internal sealed partial class OnDemandJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static OnDemandJson Context { get; } = new(JsonRules.NewOptions());
}
