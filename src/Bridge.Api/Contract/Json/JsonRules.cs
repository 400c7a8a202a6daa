using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Contract.Json;

/// <summary>Sets the rules for the JSON of every body. Each feature has a context for its own types, all with these rules.</summary>
internal static class JsonRules
{
    /// <summary>Writes quotes and letters unescaped, not as \u0022, because responses are JSON and never part of HTML.</summary>
    public static readonly JavaScriptEncoder Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;

    /// <summary>Returns options for one context, which keeps them.</summary>
    public static JsonSerializerOptions NewOptions()
    {
        var options = new JsonSerializerOptions();
        Apply(options);
        WholeNumbers.AddTo(options);
        return options;
    }

    /// <summary>Applies the rules to options of ASP.NET Core.</summary>
    public static void Apply(JsonSerializerOptions options)
    {
        options.PropertyNamingPolicy = JsonNamingPolicy.CamelCase;
        // Without a DictionaryKeyPolicy, the keys of dictionaries stay as they are: clients choose the names of labels.
        options.PropertyNameCaseInsensitive = false;
        options.NumberHandling = JsonNumberHandling.Strict;
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow;
        options.RespectNullableAnnotations = true;
        options.AllowDuplicateProperties = false;
        options.Encoder = Encoder;
    }
}
