using Microsoft.Extensions.ObjectPool;

namespace Bridge.RawListener.Connections;

/// <summary>Pools objects that reset themselves, but need arguments.</summary>
/// <param name="create">Creates an object.</param>
internal sealed class ResettablePolicy<T>(Func<T> create) : PooledObjectPolicy<T>
    where T : class, IResettable
{
    public override T Create() => create();

    public override bool Return(T obj) => obj.TryReset();
}
