namespace Bridge.Api.Fleet.Etcd;

/// <summary>Says in a sentence why etcd did not do what it was asked. A write may still have been applied.</summary>
internal sealed class EtcdException(string sentence, Exception? cause = null) : Exception(sentence, cause)
{
    /// <summary>The code of a refusal because a lease or a member isn't there.</summary>
    public const int NotFound = 5;

    /// <summary>gRPC's code of a refusal; 0: no member responded.</summary>
    public int Code { get; init; }
}
