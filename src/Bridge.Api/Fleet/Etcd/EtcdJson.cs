using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>
/// Reads and writes the JSON of etcd's gateway: keys and values in Base64, long numbers as strings, zero and false left out.
/// </summary>
[JsonSourceGenerationOptions(GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(RangeRequest))]
[JsonSerializable(typeof(RangeResponse))]
[JsonSerializable(typeof(TxnRequest))]
[JsonSerializable(typeof(TxnResponse))]
[JsonSerializable(typeof(GrantRequest))]
[JsonSerializable(typeof(LeaseRequest))]
[JsonSerializable(typeof(LeaseResponse))]
[JsonSerializable(typeof(KeepAliveLine))]
[JsonSerializable(typeof(WatchRequest))]
[JsonSerializable(typeof(WatchLine))]
[JsonSerializable(typeof(EtcdFault))]
[JsonSerializable(typeof(AuthRequest))]
[JsonSerializable(typeof(AuthResponse))]
internal sealed partial class EtcdJson : JsonSerializerContext
{
    /// <summary>Gets the context with the gateway's rules; <c>Default</c> has others.</summary>
    public static EtcdJson Context { get; } = new(new JsonSerializerOptions
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        NumberHandling = JsonNumberHandling.AllowReadingFromString,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    });
}
