using System.Collections.Concurrent;
using Microsoft.Extensions.ObjectPool;

namespace Bridge.LoadBench.Hook;

/// <summary>
/// The pattern that other bridges use: an unlimited pool of sockets, each used by one request at a time and connected when a
/// request needs it.
/// </summary>
internal static class OldPattern
{
    private static readonly ConcurrentDictionary<int, ObjectPool<ExclusiveSocket>> Pools = new();

    public static async Task<string> SendAsync(int port, string message)
    {
        var pool = Pools.GetOrAdd(port, static port => new DefaultObjectPoolProvider().Create(new Policy(port)));
        var socket = pool.Get();
        try
        {
            return await socket.SendAsync(message);
        }
        finally
        {
            pool.Return(socket);
        }
    }

    private sealed class Policy(int port) : PooledObjectPolicy<ExclusiveSocket>
    {
        public override ExclusiveSocket Create() => new(port);

        public override bool Return(ExclusiveSocket obj)
        {
            if (obj.IsUsable)
                return true;
            obj.Dispose();
            return false;
        }
    }
}
