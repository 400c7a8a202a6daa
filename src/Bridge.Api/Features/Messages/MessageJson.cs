using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Messages;

/// <summary>Reads and writes bodies about messages as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MessageRequest))]
[JsonSerializable(typeof(MessageResponse))]
internal sealed partial class MessageJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static MessageJson Context { get; } = new(JsonRules.NewOptions());
}
