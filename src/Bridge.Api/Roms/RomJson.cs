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
    public static RomJson Context { get; } = new(JsonRules.NewOptions());
}
