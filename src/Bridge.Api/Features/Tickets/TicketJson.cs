using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Tickets;

/// <summary>Reads and writes bodies about tickets as JSON.</summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(TicketRequest))]
[JsonSerializable(typeof(NewTicket))]
[JsonSerializable(typeof(TicketList))]
internal sealed partial class TicketJson : JsonSerializerContext
{
    /// <summary>Gets the context that follows <see cref="JsonRules"/>; <c>Default</c> doesn't.</summary>
    public static TicketJson Context { get; } = new(JsonRules.NewOptions());
}
