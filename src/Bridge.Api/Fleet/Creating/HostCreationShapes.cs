using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Fleet.Creating;

/// <summary>What a bridge sends to the host that it has chosen for a creation.</summary>
/// <param name="Emulator">What the client wants.</param>
/// <param name="Key">The Idempotency-Key, after the name of the token that it belongs to; null: none.</param>
internal sealed record HostCreationRequest(CreateRequest Emulator, string? Key = null);

/// <summary>What that host did. A refusal is a problem instead.</summary>
/// <param name="Created">The emulator; null: another host has the key.</param>
/// <param name="Host">The host that has the key; null: this one.</param>
internal sealed record HostCreationResponse(CreateResponse? Created = null, string? Host = null);

/// <summary>Reads and writes creations that one host sends to another, as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(HostCreationRequest))]
[JsonSerializable(typeof(HostCreationResponse))]
[JsonSerializable(typeof(Problem))]
internal sealed partial class HostCreationJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static HostCreationJson Context { get; } = new(JsonRules.NewOptions());

    /// <summary>Gets the context that reads responses of other bridges: it skips members that this version doesn't know.</summary>
    public static HostCreationJson Tolerant { get; } = new(SkippingOptions());

    private static JsonSerializerOptions SkippingOptions()
    {
        var options = JsonRules.NewOptions();
        options.UnmappedMemberHandling = JsonUnmappedMemberHandling.Skip;
        return options;
    }
}
