using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.States;

/// <summary>How bodies about save states are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(StateList))]
[JsonSerializable(typeof(StateSaved))]
[JsonSerializable(typeof(StateLoaded))]
[JsonSerializable(typeof(SlotAnswer))]
internal sealed partial class StateJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static StateJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly StateJson Context = new(JsonRules.NewOptions());
    }
}
