using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Batch;

/// <summary>How batches and their results are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(BatchRequest))]
[JsonSerializable(typeof(BatchAnswer))]
internal sealed partial class BatchJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static BatchJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly BatchJson Context = new(JsonRules.NewOptions());
    }
}
