using System.Text.Json.Serialization;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>The arguments of game_look.</summary>
internal sealed record LookArguments(
    bool Screen = true, int? Scale = null, Crop? Part = null, bool Grid = false, IReadOnlyList<string?>? Show = null,
    IReadOnlyList<PlaceToRead?>? Read = null);

/// <summary>The arguments of game_act.</summary>
internal sealed record ActArguments(
    IReadOnlyList<string?>? Press = null, IReadOnlyList<SequenceStep?>? Steps = null, int? Repeat = null,
    Until? Until = null, int? TimeoutFrames = null, bool During = false,
    [property: JsonConverter(typeof(FramesOrWord))] string? Settle = null, IReadOnlyList<PlaceToRead?>? Read = null,
    [property: JsonConverter(typeof(ScreenWord))] string? Screen = null, int? Scale = null, string? From = null,
    SearchInTurn? Search = null);

/// <summary>The arguments of game_try. Each way is what game_act takes as press.</summary>
internal sealed record TryArguments(
    IReadOnlyList<IReadOnlyList<string?>?>? Ways = null, string? From = null, Until? Until = null, int? TimeoutFrames = null,
    [property: JsonConverter(typeof(FramesOrWord))] string? Settle = null, IReadOnlyList<PlaceToRead?>? Read = null, bool Screen = true,
    int? Keep = null);

/// <summary>The arguments of game_wait.</summary>
internal sealed record WaitArguments(
    Until? Until = null, bool? Screen = null, int? Frames = null, int? TimeoutFrames = null, bool Look = true);

/// <summary>The arguments of game_freeze.</summary>
internal sealed record FreezeArguments(bool? Frozen = null, int? Seconds = null);

/// <summary>The arguments of memory_read.</summary>
internal sealed record ReadArguments(IReadOnlyList<PlaceToRead?>? Places = null, IReadOnlyList<string?>? Registers = null);

/// <summary>The arguments of memory_write.</summary>
internal sealed record WriteArguments(IReadOnlyList<PlaceToWrite?>? Writes = null, IReadOnlyList<ExpectedValue?>? OnlyIf = null);

/// <summary>A value or bytes to write.</summary>
internal sealed record PlaceToWrite(string? Address, string? Type = null, long? Value = null, string? Hex = null, string? Domain = null);

/// <summary>A value that memory must have; otherwise nothing is written.</summary>
internal sealed record ExpectedValue(string? Address, string? Type = null, [property: JsonPropertyName("equals")] long? EqualTo = null);

/// <summary>The arguments of memory_search.</summary>
internal sealed record SearchArguments(
    int? Search = null, string? Type = null, string? Is = null, long? Value = null, string? Region = null, int? Frames = null,
    bool Undo = false, int? Page = null);

/// <summary>How a turn narrows a search at its end.</summary>
internal sealed record SearchInTurn(int? Id = null, string? Is = null, long? Value = null);

/// <summary>The arguments of game_files.</summary>
internal sealed record FilesArguments(IReadOnlyList<string?>? What = null, string? Filter = null, int? Page = null);

/// <summary>The arguments of state_save.</summary>
internal sealed record SaveArguments(string? Name = null, bool Overwrite = false, string? Note = null);

/// <summary>
/// The arguments of state_load. An empty KeepCurrentAs keeps nothing. Null, which some clients send for what they leave out, means the
/// default.
/// </summary>
internal sealed record LoadArguments(string? Name = null, string? KeepCurrentAs = LoadStateTool.DefaultKept, bool Look = true);

/// <summary>The arguments of game_rewind.</summary>
internal sealed record RewindArguments(
    int? Turns = null, double? Seconds = null, int? Frames = null, string? Mark = null, string? SetMark = null, bool Look = true);

/// <summary>The arguments of game_load.</summary>
internal sealed record LoadGameArguments(string? Rom = null, bool Look = true, bool Frozen = false);

/// <summary>The arguments of game_notes.</summary>
internal sealed record NotesArguments(
    string? Add = null, int? Remove = null, string? Name = null, string? Address = null, string? Type = null, string? Forget = null,
    string? State = null);

/// <summary>The current game and its state.</summary>
internal sealed record GameSeen(
    string Game, string Platform, string State, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] SpritesSeen? Sprites,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] TilesSeen? Tiles) : Situation;

/// <summary>A value, or bytes as hexadecimal digits, and its address, also the one that a chain of pointers resolved to.</summary>
[JsonConverter(typeof(ValuePair))]
internal sealed record ValueSeen(string Address, long? Value, ReadOnlyMemory<byte>? Hex)
{
    public static ValueSeen Of(PlaceRead read) => new(read.Address, read.Value, read.Hex);

    /// <summary>Returns a value at the end of a branch. A chain that led nowhere has no value, and is its own address.</summary>
    public static ValueSeen Of(BranchValue read) => new(read.Address ?? read.Chain ?? "", read.Value, read.Hex);
}

/// <summary>
/// The result of a turn: its last frame, how many frames passed, whether the condition was met, whether the picture is calm, the part of
/// it that keeps moving, the values, what each press or repetition has changed beside that part, and which of them the pictures show if
/// those are not all.
/// </summary>
internal sealed record TurnSeen(
    long Frame, long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Still,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Moving,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Changes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Shown,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] SearchResult? Search) : Situation;

/// <summary>The result of a wait: its last frame, how many frames passed, whether the condition was met, and the value it is on.</summary>
internal sealed record WaitSeen(
    long Frame, long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ValueSeen? Value) : Situation;

/// <summary>
/// The ends of all ways, in order; the index of the one that the game got, and the game's frame then; and false if the game runs on.
/// </summary>
internal sealed record WaysSeen(
    IReadOnlyList<WaySeen> Ways,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Kept,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Frozen);

/// <summary>
/// The end of a way: its frames, whether the condition was met, whether the picture is calm, the values, what each press has changed, and
/// an earlier way with the same memory.
/// </summary>
internal sealed record WaySeen(
    long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Still,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Changes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? SameAs);

/// <summary>The frame, and the seconds until a frozen game resumes by itself.</summary>
internal sealed record FreezeResult(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? ResumesInSeconds) : Situation;

/// <summary>The values and registers that were read, all in the same frame.</summary>
internal sealed record ReadResult(
    long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ValueSeen>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, long>? Registers);

/// <summary>How many places were written. If a value in onlyIf differs, none is, and Failed is its index.</summary>
internal sealed record WriteResult(
    long Frame, int Written, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Failed);

/// <summary>The number of remaining places, and those with the lowest addresses, or of a later page.</summary>
internal sealed record SearchResult(int Search, int Left, IReadOnlyList<ValueFound> First, long Frame)
{
    /// <summary>Returns the result of a search.</summary>
    public static SearchResult Of(MemorySearchResponse found) => new(
        found.Id, found.Count, [.. found.Matches.Select(match => new ValueFound(match.Address, match.Value))], found.Frame);
}

/// <summary>A remaining place.</summary>
internal sealed record ValueFound(string Address, long Value);

/// <summary>The requested lists.</summary>
internal sealed record FilesResult(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] NameList? States,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] NameList? Roms,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<DomainDescription>? Domains);

/// <summary>A state that was saved.</summary>
internal sealed record SaveResult(string Name, long? Frame);

/// <summary>The loaded state, and the name under which the previous state was saved.</summary>
internal sealed record LoadResult(
    string Name, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? KeptAs) : Situation;

/// <summary>The frame after a rewind or a mark, how far it can go back, and the names of the marks, the latest first.</summary>
internal sealed record RewindResult(long Frame, int TurnsBack, long FramesBack, double SecondsBack, NameList Marks) : Situation;

/// <summary>The game that was loaded or restarted.</summary>
internal sealed record GameLoaded(string Game, string Platform, long Frame) : Situation;

/// <summary>
/// The latest notes of the game, its names, and its latest named states; how many more there are of each; and false if no file has them.
/// </summary>
internal sealed record NotesSeen(
    IReadOnlyList<NoteSeen> Notes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? MoreNotes,
    IReadOnlyList<NameSeen> Names,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? MoreNames,
    IReadOnlyList<StateSeen> States,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? MoreStates,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Stored);

/// <summary>A note, and the frame in which it was written.</summary>
internal sealed record NoteSeen(int Id, string Text, long Frame);

/// <summary>A name, and what it means.</summary>
internal sealed record NameSeen(
    string Name, string Address, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type);

/// <summary>A named state, the frame in which it was saved, and its note.</summary>
internal sealed record StateSeen(
    string Name,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Note);

/// <summary>What was changed, and how many notes and names there are now.</summary>
internal sealed record NotesChanged(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Added,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Removed,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Named,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Forgotten,
    int Notes, int Names);
