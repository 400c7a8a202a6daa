using System.Text.Json.Serialization;
using Bridge.Api.Frames;
using Bridge.Api.Input;
using Bridge.Api.Json;
using Bridge.Api.Memory;

namespace Bridge.Api.Mcp;

/// <summary>The arguments of game_look.</summary>
internal sealed record LookArguments(bool Screen = true, int? Scale = null, IReadOnlyList<PlaceToRead?>? Read = null);

/// <summary>The arguments of game_act.</summary>
internal sealed record ActArguments(
    IReadOnlyList<string?>? Press = null, IReadOnlyList<SequenceStep?>? Steps = null, int? Repeat = null,
    WaitCondition? Until = null, int? TimeoutFrames = null, int? Settle = null, IReadOnlyList<PlaceToRead?>? Read = null,
    string? Screen = null, int? Scale = null, string? From = null);

/// <summary>The arguments of game_wait.</summary>
internal sealed record WaitArguments(
    WaitCondition? Until = null, bool? Screen = null, int? Frames = null, int? TimeoutFrames = null, bool Look = true);

/// <summary>The arguments of game_freeze.</summary>
internal sealed record FreezeArguments(bool? Frozen = null, int? Seconds = null);

/// <summary>The arguments of memory_read.</summary>
internal sealed record ReadArguments(IReadOnlyList<PlaceToRead?>? Places = null, IReadOnlyList<string?>? Registers = null);

/// <summary>The arguments of memory_write.</summary>
internal sealed record WriteArguments(IReadOnlyList<PlaceToWrite?>? Writes = null, IReadOnlyList<ExpectedValue?>? OnlyIf = null);

/// <summary>A value or bytes to write.</summary>
internal sealed record PlaceToWrite(string? Address, string? Type = null, long? Value = null, string? Hex = null, string? Domain = null);

/// <summary>A value without which nothing is written.</summary>
internal sealed record ExpectedValue(string? Address, string? Type = null, [property: JsonPropertyName("equals")] long? EqualTo = null);

/// <summary>The arguments of memory_search.</summary>
internal sealed record SearchArguments(
    int? Search = null, string? Type = null, string? Is = null, long? Value = null, string? Region = null);

/// <summary>The arguments of game_files.</summary>
internal sealed record FilesArguments(IReadOnlyList<string?>? What = null);

/// <summary>The arguments of state_save.</summary>
internal sealed record SaveArguments(string? Name = null, bool Overwrite = false);

/// <summary>The arguments of state_load.</summary>
internal sealed record LoadArguments(string? Name = null, string? KeepCurrentAs = LoadStateTool.DefaultKept, bool Look = true);

/// <summary>The arguments of game_load.</summary>
internal sealed record LoadGameArguments(string? Rom = null, bool Look = true);

/// <summary>The game as it is.</summary>
internal sealed record GameSeen(
    string Game, string Platform, string State, long Frame, bool Frozen, IReadOnlyList<string> Buttons,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values);

/// <summary>A value, or bytes as hexadecimal digits, and its address: where a chain of pointers led to.</summary>
[JsonConverter(typeof(ValuePair))]
internal sealed record ValueSeen(string Address, long? Value, ReadOnlyMemory<byte>? Hex)
{
    public static ValueSeen Of(PlaceRead read) => new(read.Address, read.Value, read.Hex);
}

/// <summary>How a turn went: the frame at its end, frames that passed, whether the awaited value came, and the values.</summary>
internal sealed record TurnSeen(
    long Frame, long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values);

/// <summary>Whether the game is frozen, and seconds until it resumes by itself.</summary>
internal sealed record FreezeResult(
    bool Frozen, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? ResumesInSeconds);

/// <summary>What was read, all in the same frame.</summary>
internal sealed record ReadResult(
    long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, long>? Registers);

/// <summary>How many places were written; none if a value was another than expected, whose place in onlyIf is failed.</summary>
internal sealed record WriteResult(
    long Frame, int Written, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Failed);

/// <summary>How many places are left, and those with the lowest addresses.</summary>
internal sealed record SearchResult(int Search, int Left, IReadOnlyList<ValueFound> First, long Frame);

/// <summary>A place that is left.</summary>
internal sealed record ValueFound(string Address, long Value);

/// <summary>The lists that were asked for.</summary>
internal sealed record FilesResult(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] NameList? States,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] NameList? Roms,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<DomainDescription>? Domains);

/// <summary>The first names of a list, and how many more there are.</summary>
internal sealed record NameList(IReadOnlyList<string> Names, int More);

/// <summary>A state that was saved.</summary>
internal sealed record SaveResult(string Name, long? Frame);

/// <summary>A state that the game was put into, and the state that keeps the game as it was.</summary>
internal sealed record LoadResult(
    string Name, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? KeptAs);

/// <summary>The game that was loaded or restarted.</summary>
internal sealed record GameLoaded(string Game, string Platform, long Frame);
