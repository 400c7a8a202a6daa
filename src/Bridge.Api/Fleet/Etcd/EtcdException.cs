namespace Bridge.Api.Fleet.Etcd;

/// <summary>Says in a sentence why etcd did not do what it was asked. A write may still have been applied.</summary>
internal sealed class EtcdException(string sentence, Exception? cause = null) : Exception(sentence, cause)
{
    /// <summary>The code of a refusal because a lease or a member isn't there.</summary>
    public const int NotFound = 5;

    private const int Unauthenticated = 16;

    /// <summary>Gets gRPC's code of a refusal; 0: no member responded; -1: etcd refused without a code.</summary>
    public int Code { get; init; }

    /// <summary>
    /// Gets whether etcd refuses the token: it has expired, or the accounts have changed, which makes signed tokens (JWT) invalid. A
    /// cancelled watch has no code, and some versions call each of these reasons a missing permission.
    /// </summary>
    public bool IsTokenRefused => Code == Unauthenticated || Message.Contains("revision of auth store is old", StringComparison.Ordinal)
        || (Code == 0 && (Message.Contains("invalid auth token", StringComparison.Ordinal)
            || Message.Contains("permission denied", StringComparison.Ordinal)));
}
