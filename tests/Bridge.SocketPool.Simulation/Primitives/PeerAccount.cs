namespace Bridge.SocketPool.Secrets;

/// <summary>Replaces the client's type: the emulator belongs to the client's account.</summary>
internal sealed class PeerAccount(Socket socket)
{
    public (uint User, bool IsTrusted)? FindProgram() => socket.RemoteEndPoint is null ? (0, true) : null;

    public (uint User, bool IsTrusted)? FindListener() => FindProgram();
}
