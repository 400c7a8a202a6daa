using System.Text.Json.Serialization;
using Bridge.Api.Json;

namespace Bridge.Api.Roms;

/// <summary>How bodies about ROMs are read and written.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(RomList))]
[JsonSerializable(typeof(RomChoice))]
[JsonSerializable(typeof(RomLoaded))]
internal sealed partial class RomJson : JsonSerializerContext
{
    /// <summary>By the rules of all bodies, which <c>Default</c> doesn't know.</summary>
    public static RomJson Context => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly RomJson Context = new(JsonRules.NewOptions());
    }
}
