namespace Bridge.SocketPool.Secrets;

/// <summary>A TCP socket of this machine.</summary>
/// <param name="User">The account that created it; also 0 if <paramref name="IsOpen"/> is false.</param>
/// <param name="IsListener">Whether it listens. The kernel returns the listener of an address that has no connection.</param>
/// <param name="IsOpen">Whether a program still holds it open.</param>
internal readonly record struct FoundSocket(uint User, bool IsListener, bool IsOpen);
