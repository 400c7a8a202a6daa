namespace Bridge.Api.Fleet.Etcd;

/// <summary>
/// The etcd operations for emulators' names, idempotency keys and members of the fleet. A write may be applied more than once. The
/// simulation implements it with a model of etcd.
/// </summary>
internal interface IEtcd
{
    /// <exception cref="EtcdException">etcd did not respond, or refused.</exception>
    Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken);

    /// <exception cref="EtcdException">etcd did not respond, or refused. The transaction may have been applied.</exception>
    Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken);

    /// <summary>Grants a lease of this many seconds.</summary>
    /// <exception cref="EtcdException">etcd did not respond, or refused. The lease may have been granted.</exception>
    Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken);
}
