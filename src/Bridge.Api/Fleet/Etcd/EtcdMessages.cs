using System.Text.Json.Serialization;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>The header of each response.</summary>
/// <param name="Revision">etcd's revision when it responded.</param>
internal sealed record EtcdHeader(long Revision);

/// <summary>A key and its value; an event of a deletion has no value.</summary>
internal sealed record EtcdKeyValue(byte[] Key, byte[]? Value, long CreateRevision, long ModRevision);

/// <summary>Asks for a key, or for all up to <paramref name="RangeEnd"/>, which is not included.</summary>
internal sealed record RangeRequest(byte[] Key, byte[]? RangeEnd = null, long? Revision = null);

internal sealed record RangeResponse(EtcdHeader Header, EtcdKeyValue[]? Kvs)
{
    /// <summary>Gets the only key that was asked for; null: it isn't there.</summary>
    public EtcdKeyValue? Only => Kvs is [var value, ..] ? value : null;
}

internal sealed record PutRequest(byte[] Key, byte[] Value, long? Lease = null);

internal sealed record DeleteRequest(byte[] Key);

/// <summary>A condition of a transaction. One of the numbers is set, as <paramref name="Target"/> tells.</summary>
internal sealed record EtcdCompare(
    string Target, string Result, byte[] Key, long? CreateRevision = null, long? ModRevision = null, long? Version = null)
{
    /// <summary>The key is not there.</summary>
    public static EtcdCompare IsAbsent(byte[] key) => new("CREATE", "EQUAL", key, CreateRevision: 0);

    /// <summary>The key is there.</summary>
    public static EtcdCompare IsThere(byte[] key) => new("VERSION", "GREATER", key, Version: 0);

    /// <summary>The key was created at this revision, and not deleted since.</summary>
    public static EtcdCompare IsFrom(byte[] key, long revision) => new("CREATE", "EQUAL", key, CreateRevision: revision);

    /// <summary>The key was last written at this revision; 0: it isn't there.</summary>
    public static EtcdCompare IsAt(byte[] key, long revision) => new("MOD", "EQUAL", key, ModRevision: revision);
}

internal sealed record EtcdOperation(
    RangeRequest? RequestRange = null, PutRequest? RequestPut = null, DeleteRequest? RequestDeleteRange = null);

internal sealed record TxnRequest(EtcdCompare[] Compare, EtcdOperation[] Success, EtcdOperation[] Failure)
{
    /// <summary>Writes a key if the conditions hold, and else reads it.</summary>
    public static TxnRequest Put(PutRequest put, params EtcdCompare[] conditions) =>
        new(conditions, [new EtcdOperation(RequestPut: put)], [new EtcdOperation(RequestRange: new RangeRequest(put.Key))]);

    /// <summary>Deletes a key if the conditions hold.</summary>
    public static TxnRequest Delete(byte[] key, params EtcdCompare[] conditions) =>
        new(conditions, [new EtcdOperation(RequestDeleteRange: new DeleteRequest(key))], []);
}

internal sealed record TxnResponse(EtcdHeader Header, bool Succeeded, OperationResponse[]? Responses)
{
    /// <summary>Gets the key that was read because a condition did not hold; null: it isn't there.</summary>
    public EtcdKeyValue? Found => Responses is [{ ResponseRange.Only: { } value }, ..] ? value : null;
}

internal sealed record OperationResponse(RangeResponse? ResponseRange);

internal sealed record GrantRequest([property: JsonPropertyName("TTL")] long Seconds);

internal sealed record LeaseRequest([property: JsonPropertyName("ID")] long Id);

/// <summary>A lease; after its end <paramref name="Seconds"/> is 0.</summary>
internal sealed record LeaseResponse([property: JsonPropertyName("ID")] long Id, [property: JsonPropertyName("TTL")] long Seconds);

internal sealed record KeepAliveLine(LeaseResponse? Result, EtcdFault? Error);

internal sealed record WatchRequest(WatchCreate CreateRequest);

internal sealed record WatchCreate(byte[] Key, byte[] RangeEnd, long StartRevision);

internal sealed record WatchLine(WatchResult? Result, EtcdFault? Error);

internal sealed record WatchResult(
    EtcdHeader Header, bool Created, bool Canceled, string? CancelReason, long CompactRevision, EtcdEvent[]? Events);

/// <summary>A change of a key; <paramref name="Type"/> is left out for a put.</summary>
internal sealed record EtcdEvent(string? Type, EtcdKeyValue Kv)
{
    [JsonIgnore]
    public bool IsDelete => Type == "DELETE";
}

/// <summary>A refusal. Within a stream the gateway of etcd 3.5 and before gives its code another name.</summary>
internal sealed record EtcdFault(string? Message, int Code, int GrpcCode)
{
    /// <summary>Returns what to throw about it.</summary>
    public EtcdException ToException(string sentence) => new($"{sentence}: {Message}") { Code = GrpcCode > 0 ? GrpcCode : Code };
}

internal sealed record AuthRequest(string Name, string Password);

internal sealed record AuthResponse(string? Token);
