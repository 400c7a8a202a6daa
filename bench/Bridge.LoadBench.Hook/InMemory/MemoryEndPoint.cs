using System.Net;

namespace Bridge.LoadBench.Hook.InMemory;

/// <summary>The endpoint of clients in the bridge's own process.</summary>
internal sealed class MemoryEndPoint : EndPoint
{
    public override string ToString() => "memory";
}
