using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Roms;

/// <summary>Reads and writes bodies about ROMs as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(RomList))]
[JsonSerializable(typeof(RomChoice))]
[JsonSerializable(typeof(RomLoaded))]
internal sealed partial class RomJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static RomJson Context { get; } = new(JsonRules.NewOptions());
}
