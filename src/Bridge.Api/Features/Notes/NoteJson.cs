using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Notes;

/// <summary>Reads and writes bodies about notes as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(NoteRequest))]
[JsonSerializable(typeof(NoteResponse))]
[JsonSerializable(typeof(NoteList))]
internal sealed partial class NoteJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static NoteJson Context { get; } = new(JsonRules.NewOptions());
}
