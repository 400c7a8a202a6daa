using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A cheat: codes with a name, which change the game at the end of each frame.</summary>
/// <param name="Name">1 to 64 characters without control characters, / and \; it must not begin with a dot.</param>
/// <param name="Lines">Its codes, one a line, like <c>82000300 0063</c>.</param>
/// <param name="Type">
/// The device that they are for: auto, codeBreaker, gameShark, gameSharkRaw, actionReplay, actionReplayRaw, vba or gameGenie. Raw: not
/// encrypted.
/// </param>
/// <param name="Enabled">Whether they act.</param>
public sealed record Cheat(string Name, IReadOnlyList<string> Lines, string Type = "auto", bool Enabled = true);

internal sealed record CheatJson(IReadOnlyList<string>? Lines = null, string? Type = null, bool? Enabled = null);

internal sealed record CheatsJson(IReadOnlyList<Cheat> Cheats);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Cheat))]
[JsonSerializable(typeof(CheatJson))]
[JsonSerializable(typeof(CheatsJson))]
internal sealed partial class CheatsJsonContext : JsonSerializerContext;
