using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Fleet.Snapshot;

/// <summary>Reads and writes the values in etcd as JSON. Members that this version doesn't know are skipped.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(FleetHost))]
[JsonSerializable(typeof(FleetMember))]
[JsonSerializable(typeof(FleetAlias))]
[JsonSerializable(typeof(FleetCreationKey))]
[JsonSerializable(typeof(string[]))]
internal sealed partial class FleetJson : JsonSerializerContext
{
    /// <summary>Gets the context with the rules for values; <c>Default</c> has others.</summary>
    public static FleetJson Context { get; } = new(NewOptions());

    private static JsonSerializerOptions NewOptions()
    {
        var options = JsonRules.NewOptions();
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip;
        options.RespectRequiredConstructorParameters = true;
        return options;
    }
}
