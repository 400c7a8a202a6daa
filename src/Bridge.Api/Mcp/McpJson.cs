using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Mcp;

/// <summary>How the arguments and results of tools are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(LookArguments))]
[JsonSerializable(typeof(ActArguments))]
[JsonSerializable(typeof(WaitArguments))]
[JsonSerializable(typeof(FreezeArguments))]
[JsonSerializable(typeof(ReadArguments))]
[JsonSerializable(typeof(WriteArguments))]
[JsonSerializable(typeof(SearchArguments))]
[JsonSerializable(typeof(FilesArguments))]
[JsonSerializable(typeof(SaveArguments))]
[JsonSerializable(typeof(LoadArguments))]
[JsonSerializable(typeof(LoadGameArguments))]
[JsonSerializable(typeof(GameSeen))]
[JsonSerializable(typeof(TurnSeen))]
[JsonSerializable(typeof(FreezeResult))]
[JsonSerializable(typeof(ReadResult))]
[JsonSerializable(typeof(WriteResult))]
[JsonSerializable(typeof(SearchResult))]
[JsonSerializable(typeof(FilesResult))]
[JsonSerializable(typeof(SaveResult))]
[JsonSerializable(typeof(LoadResult))]
[JsonSerializable(typeof(GameLoaded))]
internal sealed partial class McpJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static McpJson Context { get; } = new(JsonRules.NewOptions());
}
