using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Memory;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Emulators;

/// <summary>
/// An emulator as the API shows it. FramesPerSecond covers the last five seconds; it is 0 while the game does not run, and until it is
/// known. created: only for an emulator that a client created. host and direct: only in a fleet, the id of its host and the address of
/// that host's bridge.
/// </summary>
internal sealed record EmulatorDescription(
    string Name, string State, long Frame, double FramesPerSecond, GameDescription? Game, ScriptDescription? Script,
    ConnectionDescription Connection, EmulatorProblem? Problem,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CreatedDescription? Created = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Host = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Direct = null)
{
    public static EmulatorDescription Of(EmulatorClient emulator) => Of(emulator, emulator.Status);

    private static EmulatorDescription Of(EmulatorClient emulator, EmulatorStatus status) => new(
        emulator.Name, EmulatorNames.Of(status.State), status.Frame, Math.Round(status.FramesPerSecond, 2),
        GameDescription.Of(status),
        status.State != EmulatorState.NoEmulator && status.Facts is { } script
            ? new ScriptDescription(script.Script, script.Protocol, script.Instance, script.Mgba, script.Memory, script.Commands,
                script.Cancelled, script.Capabilities)
            : null,
        new ConnectionDescription(status.OpenConnections, status.InFlight, (long)status.RoundTrip.TotalMicroseconds),
        EmulatorProblem.Of(emulator));
}

/// <summary>
/// The game: title and code of its header, platform (GBA, GB), the model that mGBA emulates (AGB, DMG, MGB, SGB, SGB2, CGB, SCGB;
/// null if unknown), checksum of the ROM, how many bytes of it can be read, and its files: the name of the ROM,
/// the save file and the soft patch, each null if unknown.
/// </summary>
internal sealed record GameDescription(
    string Title, string Code, string Platform, string? Model, string Crc32, long Size,
    string? File = null, SaveDescription? Save = null, PatchDescription? Patch = null)
{
    /// <summary>Returns the same without its files, which may change while the game stays the same.</summary>
    public GameDescription WithoutFiles() => this with { File = null, Save = null, Patch = null };

    /// <summary>Returns the game that an emulator runs; null if it runs none, or isn't there any more.</summary>
    public static GameDescription? Of(EmulatorStatus status) => status.State is EmulatorState.NoGame or EmulatorState.NoEmulator
        or EmulatorState.ScriptOutdated or EmulatorState.WrongSecret or EmulatorState.ForeignScript
        ? null
        : Of(status.Facts);

    /// <summary>Converts the facts; returns null if they describe no game.</summary>
    public static GameDescription? Of(EmulatorFacts? facts) => facts is { Platform: not ("none" or "") }
        ? new GameDescription(facts.Title, facts.Code, facts.Platform, facts.Model, $"0x{facts.Crc32.ToUpperInvariant()}", facts.Size,
            facts.Files.Rom, SaveDescription.Of(facts.Files), PatchDescription.Of(facts.Files))
        : null;
}

/// <summary>
/// The save file: its path on mGBA's machine, whether mGBA can write it, and why not. If mGBA can't, the game's saves are lost when the
/// game ends. Null: unknown.
/// </summary>
internal sealed record SaveDescription(string? Path, bool? Writable, string? Problem)
{
    /// <summary>Converts the facts about the save file; returns null if nothing is known about it.</summary>
    public static SaveDescription? Of(GameFiles files) => files is { Save: null, IsSaveWritable: null, SaveProblem: null }
        ? null
        : new SaveDescription(files.Save, files.IsSaveWritable, files.SaveProblem);
}

/// <summary>The soft patch beside the ROM: the name of its file, whether mGBA has applied it, and why not.</summary>
internal sealed record PatchDescription(string File, bool Applied, string? Problem)
{
    /// <summary>Converts the facts about the soft patch; returns null if there is none.</summary>
    public static PatchDescription? Of(GameFiles files) =>
        files.Patch is { } file ? new PatchDescription(file, files.PatchProblem is null, files.PatchProblem) : null;
}

/// <summary>
/// The script inside mGBA: its version and protocol, the id of this run, mGBA's version, the memory of its Lua, the requests it has
/// received from all clients, how many of them were cancelled before they began, and what this build can do.
/// </summary>
internal sealed record ScriptDescription(
    string Version, int Protocol, string Instance, string Mgba, long MemoryBytes, long Commands, long Cancelled,
    IReadOnlyList<string> Capabilities);

/// <summary>The connections to the script: how many are open, requests in flight, round-trip time of the latest ping.</summary>
internal sealed record ConnectionDescription(int Open, int InFlight, long RoundTripMicroseconds);

/// <summary>The names and states of all emulators. unreachable: only in a fleet, the ids of hosts that did not respond in time.</summary>
internal sealed record EmulatorList(
    IReadOnlyList<EmulatorHealth> Emulators,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Unreachable = null);

/// <summary>The frame in which the command ran.</summary>
internal sealed record FrameResponse(long Frame);
