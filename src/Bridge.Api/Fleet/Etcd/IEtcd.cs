namespace Bridge.Api.Fleet.Etcd;

/// <summary>The calls of etcd that names and keys need; another one in the simulation. A write may be applied more than once.</summary>
internal interface IEtcd
{
    /// <exception cref="EtcdException">etcd did not answer, or refused.</exception>
    Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken);

    /// <exception cref="EtcdException">etcd did not answer, or refused. The transaction may have been applied.</exception>
    Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken);

    /// <summary>Makes a lease of this many seconds.</summary>
    /// <exception cref="EtcdException">etcd did not answer.</exception>
    Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken);
}
