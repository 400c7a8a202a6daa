using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Movies.Verifying;

/// <summary>What <c>mgba-host --movie</c> prints: frames that ran, hashes compared, and the first difference.</summary>
internal sealed record HostVerdict(
    long Frames, long Checked, bool Equal, long? After = null, long? Before = null, IReadOnlyList<string>? Regions = null)
{
    /// <summary>Gets the result as responses have it.</summary>
    public string Result => Equal ? "equal" : "differs";

    /// <summary>Parses the program's output; null: it is something else.</summary>
    public static HostVerdict? Parse(string output)
    {
        try
        {
            return JsonSerializer.Deserialize(output, VerdictJson.Context.HostVerdict);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>Reads the output of the program.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HostVerdict))]
internal sealed partial class VerdictJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>, and skips unknown members; <c>Default</c> doesn't.</summary>
    public static VerdictJson Context { get; } = new(NewOptions());

    // It also prints hashes, which nobody needs.
    private static JsonSerializerOptions NewOptions()
    {
        var options = JsonRules.NewOptions();
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip;
        return options;
    }
}
