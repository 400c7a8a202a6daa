using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>Reads JSON that any program may have written.</summary>
internal static class EtcdValue
{
    /// <summary>Reads a value; null if it is not of this type.</summary>
    public static T? TryRead<T>(ReadOnlySpan<byte> value, JsonTypeInfo<T> type) where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(value, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
