using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Mcp;

/// <summary>Reads and writes the arguments and results of tools as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(LookArguments))]
[JsonSerializable(typeof(ActArguments))]
[JsonSerializable(typeof(TryArguments))]
[JsonSerializable(typeof(WaitArguments))]
[JsonSerializable(typeof(FreezeArguments))]
[JsonSerializable(typeof(ReadArguments))]
[JsonSerializable(typeof(WriteArguments))]
[JsonSerializable(typeof(SearchArguments))]
[JsonSerializable(typeof(FilesArguments))]
[JsonSerializable(typeof(SaveArguments))]
[JsonSerializable(typeof(LoadArguments))]
[JsonSerializable(typeof(RewindArguments))]
[JsonSerializable(typeof(LoadGameArguments))]
[JsonSerializable(typeof(NotesArguments))]
[JsonSerializable(typeof(GameSeen))]
[JsonSerializable(typeof(TurnSeen))]
[JsonSerializable(typeof(WaitSeen))]
[JsonSerializable(typeof(WaysSeen))]
[JsonSerializable(typeof(FreezeResult))]
[JsonSerializable(typeof(ReadResult))]
[JsonSerializable(typeof(WriteResult))]
[JsonSerializable(typeof(SearchResult))]
[JsonSerializable(typeof(FilesResult))]
[JsonSerializable(typeof(SaveResult))]
[JsonSerializable(typeof(LoadResult))]
[JsonSerializable(typeof(RewindResult))]
[JsonSerializable(typeof(GameLoaded))]
[JsonSerializable(typeof(NotesSeen))]
[JsonSerializable(typeof(NoteSeen))]
[JsonSerializable(typeof(NameSeen))]
[JsonSerializable(typeof(StateSeen))]
[JsonSerializable(typeof(NotesChanged))]
[JsonSerializable(typeof(DebugRunArguments))]
[JsonSerializable(typeof(DebugBreakpointArguments))]
[JsonSerializable(typeof(DebugPastArguments))]
[JsonSerializable(typeof(DebugSeen))]
[JsonSerializable(typeof(DebugBreakpoints))]
[JsonSerializable(typeof(DebugPast))]
[JsonSerializable(typeof(EmulatorListArguments))]
[JsonSerializable(typeof(EmulatorCreateArguments))]
[JsonSerializable(typeof(EmulatorDeleteArguments))]
[JsonSerializable(typeof(EmulatorsSeen))]
[JsonSerializable(typeof(EmulatorMade))]
[JsonSerializable(typeof(EmulatorEnded))]
internal sealed partial class McpJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static McpJson Context { get; } = new(JsonRules.NewOptions());
}
