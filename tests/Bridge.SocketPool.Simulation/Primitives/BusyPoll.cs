namespace Bridge.SocketPool.Scheduling;

/// <summary>Replaces the client's type: no caller is alone in the simulation, so that nothing is polled.</summary>
internal struct BusyPoll
{
    public void Wait(Socket socket, TimeSpan limit, TimeProvider time) => throw new NotSupportedException();
}
