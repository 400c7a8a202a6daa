using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Verifying;

/// <summary>Writes bodies about verified movies as JSON, and reads what the program prints.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MovieVerified))]
[JsonSerializable(typeof(HostVerdict))]
internal sealed partial class VerifyJson : JsonSerializerContext
{
    private static readonly VerifyJson OfHost = new(NewHostOptions());

    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static VerifyJson Context { get; } = new(JsonRules.NewOptions());

    /// <summary>Reads the output of <c>mgba-host --movie</c>; null: it is something else.</summary>
    public static HostVerdict? ReadVerdict(string output)
    {
        try
        {
            return JsonSerializer.Deserialize(output, OfHost.HostVerdict);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // The program also prints hashes, which the bridge doesn't use.
    private static JsonSerializerOptions NewHostOptions()
    {
        var options = JsonRules.NewOptions();
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip;
        return options;
    }
}
