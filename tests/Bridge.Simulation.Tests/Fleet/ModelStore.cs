using Bridge.Api.Fleet.Etcd;

namespace Bridge.Simulation.Tests.Fleet;

/// <summary>etcd's keys, transactions and leases. A lease ends late, but never early.</summary>
internal sealed class ModelStore(FleetLoop loop, PlacingBug bug)
{
    private readonly Dictionary<string, EtcdKeyValue> _values = [];
    private readonly Dictionary<string, long> _leaseOf = [];
    private readonly Dictionary<long, (long Seconds, TimeSpan EndsAt)> _leases = [];
    private long _revision = 1;
    private long _lastLease;

    /// <summary>Occurs when a key ends with its lease.</summary>
    public event Action<string>? Ended;

    public RangeResponse Range(RangeRequest request)
    {
        Expire();
        var (from, to) = (Text(request.Key), request.RangeEnd is { } end ? Text(end) : null);
        return new RangeResponse(new EtcdHeader(_revision), [.. _values
            .Where(value => to is null ? value.Key == from : IsIn(value.Key, from, to))
            .OrderBy(value => value.Key, StringComparer.Ordinal).Select(value => value.Value)]);
    }

    public TxnResponse Txn(TxnRequest request)
    {
        Expire();
        var holds = bug == PlacingBug.NoCondition || request.Compare.All(Holds);
        var responses = new List<OperationResponse>();
        foreach (var operation in holds ? request.Success : request.Failure)
        {
            if (operation.RequestPut is { } put)
                Put(put);
            else if (operation.RequestDeleteRange is { } deleted)
                Delete(Text(deleted.Key));
            responses.Add(new OperationResponse(operation.RequestRange is { } range ? Range(range) : null));
        }

        return new TxnResponse(new EtcdHeader(_revision), holds, [.. responses]);
    }

    public LeaseResponse Grant(long seconds)
    {
        _leases[++_lastLease] = (seconds, EndOf(seconds));
        return new LeaseResponse(_lastLease, seconds);
    }

    /// <summary>Renews a lease; null if it has ended.</summary>
    public LeaseResponse? KeepAlive(long lease)
    {
        Expire();
        if (!_leases.TryGetValue(lease, out var held))
            return null;
        _leases[lease] = (held.Seconds, EndOf(held.Seconds));
        return new LeaseResponse(lease, held.Seconds);
    }

    private bool Holds(EtcdCompare compare)
    {
        var found = _values.GetValueOrDefault(Text(compare.Key));
        return compare.Target switch
        {
            "CREATE" => (found?.CreateRevision ?? 0) == compare.CreateRevision,
            "MOD" => (found?.ModRevision ?? 0) == compare.ModRevision,
            // VERSION, greater than 0: the key exists.
            _ => found is not null,
        };
    }

    private void Put(PutRequest put)
    {
        var key = Text(put.Key);
        if (put.Lease is { } lease && !_leases.ContainsKey(lease))
            throw new EtcdException("requested lease not found") { Code = EtcdException.NotFound };
        _values[key] = new EtcdKeyValue(put.Key, put.Value, _values.GetValueOrDefault(key)?.CreateRevision ?? _revision + 1, ++_revision);
        if (put.Lease is { } held)
            _leaseOf[key] = held;
        else
            _leaseOf.Remove(key);
    }

    private void Delete(string key)
    {
        if (_values.Remove(key))
            _revision++;
        _leaseOf.Remove(key);
    }

    private void Expire()
    {
        foreach (var (lease, _) in _leases.Where(lease => lease.Value.EndsAt <= loop.Now).ToArray())
        {
            _leases.Remove(lease);
            foreach (var key in _leaseOf.Where(key => key.Value == lease).Select(key => key.Key).ToArray())
            {
                Delete(key);
                Ended?.Invoke(key);
            }
        }
    }

    private TimeSpan EndOf(long seconds) => loop.Now + TimeSpan.FromSeconds(seconds) + loop.Draw(0, 2);

    private static bool IsIn(string key, string from, string to) =>
        string.CompareOrdinal(key, from) >= 0 && string.CompareOrdinal(key, to) < 0;

    private static string Text(byte[] key) => System.Text.Encoding.UTF8.GetString(key);
}
