using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Fleet;

/// <summary>Reads and writes bodies about hosts as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HostList))]
[JsonSerializable(typeof(DrainSetting))]
internal sealed partial class HostJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static HostJson Context { get; } = new(JsonRules.NewOptions());
}

/// <summary>The hosts of the fleet.</summary>
internal sealed record HostList(IReadOnlyList<HostDescription> Hosts);

/// <summary>A host: live or lost, how many emulators it may have, and how many more it takes.</summary>
internal sealed record HostDescription(
    string Id, string Address, string State, int Slots, int Free, int Warm, bool Draining, string Version,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? EndsInSeconds,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] DateTimeOffset? Seen);

/// <summary>The seconds after which a drained host ends its emulators; null: never.</summary>
internal sealed record DrainSetting(double? Seconds = null);
