namespace Bridge.Api.Fleet.Etcd;

/// <summary>Says in a sentence why etcd did not do what it was asked. A write may still have been applied.</summary>
internal sealed class EtcdException(string sentence, Exception? cause = null) : Exception(sentence, cause)
{
    /// <summary>The code of a refusal because a lease or a member isn't there.</summary>
    public const int NotFound = 5;

    /// <summary>Instead of a code: no member responded, or etcd has cancelled a watch.</summary>
    public const int NoResponse = 0;

    /// <summary>Instead of a code: etcd refused without one.</summary>
    public const int NoCode = -1;

    private const int Unauthenticated = 16;

    /// <summary>Gets gRPC's code of a refusal, <see cref="NoResponse"/> or <see cref="NoCode"/>.</summary>
    public int Code { get; init; }

    /// <summary>
    /// Gets whether etcd refuses the token: it has expired, or the accounts have changed, which makes signed tokens (JWT) invalid. A
    /// cancelled watch has no code, and some versions call each of these reasons a missing permission.
    /// </summary>
    public bool IsTokenRefused => Code == Unauthenticated || Message.Contains("revision of auth store is old", StringComparison.Ordinal)
        || (Code == NoResponse && (Message.Contains("invalid auth token", StringComparison.Ordinal)
            || Message.Contains("permission denied", StringComparison.Ordinal)));
}
