using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Notebook;

/// <summary>Reads and writes notebooks as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(NotebookShape))]
[JsonSerializable(typeof(StoredNotebook))]
[JsonSerializable(typeof(NotebookNote))]
[JsonSerializable(typeof(NamedAddress))]
[JsonSerializable(typeof(NotebookFile))]
[JsonSerializable(typeof(NewNotebookNote))]
[JsonSerializable(typeof(NewName))]
internal sealed partial class NotebookJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static NotebookJson Context { get; } = new(JsonRules.NewOptions());
}
