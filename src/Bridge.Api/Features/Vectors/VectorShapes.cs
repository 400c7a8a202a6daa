using System.Text.Json.Serialization;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Features.Vectors;

/// <summary>
/// A vector to create: its ROM and number of games; frames of a step, what to read and show at its end, the starts of resets, random
/// numbers, the console, and how long it stays.
/// </summary>
internal sealed record CreateVectorRequest(
    string? Rom = null, int? Count = null, string? Name = null, int? Frames = null, IReadOnlyList<ValueToRead?>? Read = null,
    VectorPicture? Picture = null, IReadOnlyList<VectorStart?>? Starts = null, double? Sticky = null, int? Noops = null,
    long? Seed = null, string? Model = null, long? Clock = null, LeaseSetting? Lease = null);

/// <summary>A value that each step reads: an address or a chain of pointers, its type, and the memory domain; null: the bus.</summary>
internal sealed record ValueToRead(string? Address = null, string? Type = null, string? Domain = null);

/// <summary>The picture at the end of a step: its size, gray or in colors, and of how many last frames it is the maximum, 1 or 2.</summary>
internal sealed record VectorPicture(int? Width = null, int? Height = null, bool? Gray = null, int? Last = null);

/// <summary>A start of resets: a named state of an emulator; without it the console just switched on.</summary>
internal sealed record VectorStart(string? State = null, string? Emulator = null);

/// <summary>What to read from the next step on.</summary>
internal sealed record VectorReads(IReadOnlyList<ValueToRead?>? Read = null);

/// <summary>
/// A step: keys are masks, buttons their names; one for each stepped game, or one for all. starts and seeds have one entry for each: the
/// start to reset it to before its first frame, and the new state of its random numbers, or null.
/// </summary>
internal sealed record VectorStepRequest(
    IReadOnlyList<int>? Games = null, IReadOnlyList<int>? Keys = null, IReadOnlyList<IReadOnlyList<string?>?>? Buttons = null,
    int? Frames = null, IReadOnlyList<int?>? Starts = null, IReadOnlyList<long?>? Seeds = null);

/// <summary>A reset of games to a start. Seed sets the random numbers of game I as if the vector had begun with it.</summary>
internal sealed record VectorResetRequest(IReadOnlyList<int>? Games = null, int? Start = null, long? Seed = null);

/// <summary>An ordinary emulator that goes on from a game of a vector.</summary>
internal sealed record VectorEmulatorRequest(
    string? Name = null, double? Speed = null, LeaseSetting? Lease = null, IReadOnlyDictionary<string, string?>? Labels = null);

/// <summary>
/// A vector. block: the shared memory, only for programs on the bridge's machine. died and stuck: how many games were replaced since the
/// start, only where one vector is asked for.
/// </summary>
internal sealed record VectorDescription(
    string Name, string Url, string Rom, VectorGame Game, int Count, int Frames, IReadOnlyList<VectorValue> Read,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] VectorPictureForm? Picture,
    double Sticky, int Noops, long Seed, VectorLease Lease,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] VectorBlockDescription? Block = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Died = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Stuck = null);

/// <summary>A value that each step reads, and its memory domain if it has one.</summary>
internal sealed record VectorValue(
    string Address, string Type, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain);

/// <summary>The size of the pictures, whether they are gray, and of how many last frames they are the maximum.</summary>
internal sealed record VectorPictureForm(int Width, int Height, bool Gray, int Last);

/// <summary>The seconds without use after which the vector ends; null: never.</summary>
internal sealed record VectorLease(double? Seconds);

/// <summary>The game: its title, GBA or GB, and the checksum of the ROM.</summary>
internal sealed record VectorGame(string Title, string Platform, string Crc32);

/// <summary>
/// The shared memory of a vector: a path that the bridge's account can open, its bytes, the version of its layout, and the Unix socket
/// that gives its descriptor to programs for which the path leads nowhere.
/// </summary>
internal sealed record VectorBlockDescription(string Path, long Size, int Version, string Socket);

/// <summary>All vectors.</summary>
internal sealed record VectorList(IReadOnlyList<VectorDescription> Vectors);

/// <summary>The results of a step, in the order of the stepped games.</summary>
internal sealed record VectorStepResponse(IReadOnlyList<VectorResult> Results);

/// <summary>
/// What became of one game: status 0 if it was stepped, or another one of docs/protocol/vectors.md; its frame counter, -1 if it was not
/// stepped; and its values, null where a chain of pointers led nowhere.
/// </summary>
internal sealed record VectorResult(int Game, int Status, long Frame, IReadOnlyList<long?> Values);
