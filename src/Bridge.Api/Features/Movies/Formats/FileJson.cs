using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads and writes the JSON in a movie's zip.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(MovieHeader))]
[JsonSerializable(typeof(LogLine))]
[JsonSerializable(typeof(NoteLine))]
internal sealed partial class FileJson : JsonSerializerContext
{
    /// <summary>Gets the context for the header. Members that a later version of the format may add are skipped.</summary>
    public static FileJson Header { get; } = new(OptionsOf(JsonUnmappedMemberHandling.Skip, JsonIgnoreCondition.Never));

    /// <summary>Gets the context for the lines of the log. Unknown members are refused, so that no act is lost.</summary>
    public static FileJson Log { get; } = new(OptionsOf(JsonUnmappedMemberHandling.Disallow, JsonIgnoreCondition.WhenWritingNull));

    private static JsonSerializerOptions OptionsOf(JsonUnmappedMemberHandling unmapped, JsonIgnoreCondition ignored)
    {
        var options = new JsonSerializerOptions();
        JsonRules.Apply(options);
        options.UnmappedMemberHandling = unmapped;
        options.DefaultIgnoreCondition = ignored;
        options.RespectRequiredConstructorParameters = true;
        options.Converters.Add(new ClockConverter());
        return options;
    }
}
