using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A vector to create: copies of a game that step together (docs/vectors.md).</summary>
/// <param name="Rom">A game of the bridge's ROM folder.</param>
/// <param name="Count">How many, 1 to 256.</param>
public sealed record NewVector(string Rom, int Count)
{
    /// <summary>Gets its name: 1 to 32 characters of a-z, 0-9 and -; null for a new one.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the frames of a step that names none, 1 to 3,600; 1 if null.</summary>
    public int? Frames { get; init; }

    /// <summary>Gets what steps read, at most 64 numbers.</summary>
    public IReadOnlyList<Place>? Read { get; init; }

    /// <summary>Gets the pictures at the end of steps; null for none.</summary>
    public VectorPicture? Picture { get; init; }

    /// <summary>Gets the starts of resets, at most 16; null among them is the console just switched on.</summary>
    public IReadOnlyList<VectorStart?>? Starts { get; init; }

    /// <summary>Gets the probability that a frame keeps the buttons of the one before, 0 to 1.</summary>
    public double? Sticky { get; init; }

    /// <summary>Gets how many frames without buttons a reset runs at most, 0 to 3,600.</summary>
    public int? Noops { get; init; }

    /// <summary>Gets the seed of all random numbers.</summary>
    public long? Seed { get; init; }

    /// <summary>Gets the model of the console; null for the game's.</summary>
    public string? Model { get; init; }

    /// <summary>Gets the cartridge's clock in the first frame; null for the year 2000.</summary>
    public DateTimeOffset? Clock { get; init; }

    /// <summary>Gets how long after its last use it ends: 1 second to 7 days, or <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromMinutes(10);

    internal NewVectorJson ToJson() => new(
        Rom, Count, Name, Frames, Read, Picture, Starts, Sticky, Noops, Seed, Model, Clock?.ToUnixTimeSeconds(),
        LeaseSettingJson.Of(Lease));
}

/// <summary>The pictures of a vector.</summary>
/// <param name="Width">1 to 256.</param>
/// <param name="Height">1 to 224.</param>
/// <param name="Gray">Whether they are gray.</param>
/// <param name="Last">2: each pixel is the maximum of the last two frames.</param>
public sealed record VectorPicture(int Width, int Height, bool Gray = false, int Last = 1);

/// <summary>A start of resets.</summary>
/// <param name="State">The name of a state; null: the console just switched on.</param>
/// <param name="Emulator">The emulator that saved it; null: default.</param>
public sealed record VectorStart(string? State = null, string? Emulator = null);

/// <summary>A step of a vector.</summary>
public sealed record VectorStep
{
    /// <summary>Gets which games, from 0; null: all.</summary>
    public IReadOnlyList<int>? Games { get; init; }

    /// <summary>Gets the buttons like "Up+B" of each stepped game, or one entry for all; "" is none.</summary>
    public IReadOnlyList<string>? Buttons { get; init; }

    /// <summary>Gets the frames, 1 to 3,600; null: those of the vector.</summary>
    public int? Frames { get; init; }

    /// <summary>Gets the start of each stepped game to which it is reset before its first frame; null: not this one.</summary>
    public IReadOnlyList<int?>? Starts { get; init; }

    /// <summary>Gets the new state of each stepped game's random numbers; null: they go on.</summary>
    public IReadOnlyList<long?>? Seeds { get; init; }

    internal VectorStepJson ToJson() => new(
        Games, Buttons?.Select(each => each.Length == 0 ? [] : each.Split('+')).ToArray(), Frames, Starts, Seeds);
}

/// <summary>What became of a game in a step.</summary>
/// <param name="Game">Its number.</param>
/// <param name="Status">0: it was stepped; 1 or 2: it had died or hung, and was replaced; 19: the start isn't set.</param>
/// <param name="Frame">Its frame counter; -1: it was not stepped.</param>
/// <param name="Values">The reads; null where a chain of pointers led nowhere.</param>
public sealed record VectorResult(int Game, int Status, long Frame, IReadOnlyList<long?> Values);

/// <summary>A vector.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Rom">The name of its ROM.</param>
/// <param name="Game">Its game.</param>
/// <param name="Count">How many games it has.</param>
/// <param name="Frames">The frames of a step that names none.</param>
/// <param name="Read">What steps read.</param>
/// <param name="Picture">Its pictures; null: none.</param>
/// <param name="Sticky">The probability that a frame keeps the buttons of the one before.</param>
/// <param name="Noops">How many frames without buttons a reset runs at most.</param>
/// <param name="Seed">The seed of all random numbers.</param>
/// <param name="Died">How many games died and were replaced; null in lists.</param>
/// <param name="Stuck">How many games hung and were replaced; null in lists.</param>
public sealed record VectorDescription(
    string Name, string Rom, VectorGame Game, int Count, int Frames, IReadOnlyList<Place> Read, VectorPicture? Picture, double Sticky,
    int Noops, long Seed, int? Died, int? Stuck);

/// <summary>The game of a vector.</summary>
/// <param name="Title">The title in its ROM.</param>
/// <param name="Platform">GBA or GB.</param>
/// <param name="Crc32">The checksum of the ROM.</param>
public sealed record VectorGame(string Title, string Platform, string Crc32);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(NewVectorJson))]
[JsonSerializable(typeof(VectorStart))]
[JsonSerializable(typeof(VectorStepJson))]
[JsonSerializable(typeof(VectorResetJson))]
[JsonSerializable(typeof(VectorReadsJson))]
[JsonSerializable(typeof(VectorResultsJson))]
[JsonSerializable(typeof(VectorEmulatorJson))]
[JsonSerializable(typeof(VectorDescription))]
[JsonSerializable(typeof(VectorsJson))]
internal sealed partial class VectorJson : JsonSerializerContext;

internal sealed record NewVectorJson(
    string Rom, int Count, string? Name, int? Frames, IReadOnlyList<Place>? Read, VectorPicture? Picture,
    IReadOnlyList<VectorStart?>? Starts, double? Sticky, int? Noops, long? Seed, string? Model, long? Clock, LeaseSettingJson Lease);

internal sealed record VectorStepJson(
    IReadOnlyList<int>? Games, IReadOnlyList<string[]>? Buttons, int? Frames, IReadOnlyList<int?>? Starts, IReadOnlyList<long?>? Seeds);

internal sealed record VectorResetJson(IReadOnlyList<int>? Games, int Start, long? Seed);

internal sealed record VectorReadsJson(IReadOnlyList<Place> Read);

internal sealed record VectorResultsJson(IReadOnlyList<VectorResult> Results);

internal sealed record VectorEmulatorJson(
    string? Name, double? Speed, LeaseSettingJson? Lease, IReadOnlyDictionary<string, string>? Labels);

internal sealed record VectorsJson(IReadOnlyList<VectorDescription> Vectors);
