using System.Text.Json;
using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A port of the bridge's machine at which clients of another tool find an emulator's game.</summary>
/// <param name="Kind">The tool, like <c>gdb</c>.</param>
/// <param name="Emulator">The emulator's name.</param>
/// <param name="Port">The port; null: it is closed.</param>
/// <param name="Address">Like <c>127.0.0.1:2345</c>; null: it is closed.</param>
/// <param name="Access"><c>read</c>, or <c>write</c>, which includes reading; null: it is closed.</param>
/// <param name="Connected">Whether a client uses it.</param>
public sealed record Door(string Kind, string Emulator, int? Port, string? Address, string? Access, bool Connected);

internal sealed record DoorBody(int? Port, string? Access);

internal sealed record DoorsBody(IReadOnlyList<Door> Doors);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(DoorsBody))]
[JsonSerializable(typeof(DoorBody))]
internal sealed partial class DoorJson : JsonSerializerContext;
