using System.Text.Json;
using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>Where GDB can attach to a game.</summary>
/// <param name="Port">The port; null: it can't attach.</param>
/// <param name="Address">For <c>target remote</c>, like <c>127.0.0.1:2345</c>, on the bridge's machine; null: it can't attach.</param>
/// <param name="Attached">Whether it has the game.</param>
public sealed record GdbDoor(int? Port, string? Address, bool Attached);

internal sealed record GdbJson(int? Port);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(GdbDoor))]
[JsonSerializable(typeof(GdbJson))]
internal sealed partial class GdbDoorsJson : JsonSerializerContext;
