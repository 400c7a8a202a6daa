using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Errors;

/// <summary>How an answer that tells of a problem are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(Problem))]
internal sealed partial class ErrorJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static ErrorJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly ErrorJson Context = new(JsonRules.NewOptions());
    }
}
