using System.Net;

namespace Bridge.Bench.Hook.InMemory;

/// <summary>Where clients come that are in the bridge's own process.</summary>
internal sealed class MemoryEndPoint : EndPoint
{
    public override string ToString() => "memory";
}
