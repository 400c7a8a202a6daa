namespace Bridge.Api.Features.OnDemand;

/// <summary>Remembers the names of ended emulators for ten minutes, so that a repeated request to end one succeeds.</summary>
internal sealed class EndedNames(TimeProvider time)
{
    private const int MaxNames = 4096;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    private readonly Queue<(string Name, long At)> _names = [];

    public void Add(string name)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            if (_names.Count == MaxNames)
                _names.Dequeue();
            _names.Enqueue((name, time.GetTimestamp()));
        }
    }

    public bool Has(string name)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            return _names.Any(ended => ended.Name == name);
        }
    }

    private void RemoveOld_NeedsLock()
    {
        while (_names.TryPeek(out var oldest) && time.GetElapsedTime(oldest.At) > MaxAge)
            _names.Dequeue();
    }
}
