using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Json;

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

    /// <summary>Reads a value; null if it is none, such as one that another program wrote.</summary>
    public static T? TryRead<T>(ReadOnlySpan<byte> value, JsonTypeInfo<T> type) where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(value, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static JsonSerializerOptions NewOptions()
    {
        var options = JsonRules.NewOptions();
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip;
        options.RespectRequiredConstructorParameters = true;
        return options;
    }
}
