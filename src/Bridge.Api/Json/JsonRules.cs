using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Json;

/// <summary>The rules by which every body is read and written. Each feature has a context of its own types, all with these.</summary>
internal static class JsonRules
{
    /// <summary>Writes quotes and letters as they are, not as \u0022: everything is sent as JSON, never inside HTML.</summary>
    public static readonly JavaScriptEncoder Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping;

    /// <summary>Makes options for one context, which keeps them.</summary>
    public static JsonSerializerOptions NewOptions()
    {
        var options = new JsonSerializerOptions();
        Apply(options);
        return options;
    }

    /// <summary>Sets the rules in options of ASP.NET's.</summary>
    public static void Apply(JsonSerializerOptions options)
    {
        options.PropertyNamingPolicy = JsonNamingPolicy.CamelCase;
        options.DictionaryKeyPolicy = JsonNamingPolicy.CamelCase;
        options.PropertyNameCaseInsensitive = false;
        options.NumberHandling = JsonNumberHandling.Strict;
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow;
        options.RespectNullableAnnotations = true;
        options.AllowDuplicateProperties = false;
        options.Encoder = Encoder;
    }
}
