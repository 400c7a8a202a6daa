using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;

namespace Bridge.RawListener.Loop;

/// <summary>Closes connections whose client takes too long to say hello, to finish a message or to continue reading.</summary>
internal sealed class ConnectionTimeouts(
    ConnectionTable connections, ReplySender sender, RawMeters meters, TimeSpan timeout, TimeProvider time)
{
    private static readonly TimeSpan MaxInterval = TimeSpan.FromSeconds(1);

    /// <summary>Gets the time between two checks.</summary>
    public TimeSpan Interval { get; } = timeout / 4 < MaxInterval ? timeout / 4 : MaxInterval;

    /// <summary>Closes the connections that have timed out.</summary>
    public void CloseTimedOut(long now)
    {
        for (var i = connections.Active.Count - 1; i >= 0; i--)
        {
            var connection = connections.Active[i];
            var state = connection.State!;
            if (connection.IsOpen && IsWaitingForClient(connection, state) && time.GetElapsedTime(state.WaitingSince, now) >= timeout)
                connections.Guard(connection, state, Close);
        }
    }

    private static bool IsWaitingForClient(RawConnection connection, RawConnectionState state) =>
        connection.Emulator is null || state.Output.HasBytes || (state.Input.Length > 0 && state.CanBegin);

    private void Close(RawConnection connection, RawConnectionState state)
    {
        if (connection.Emulator is null)
            meters.OnRefused();
        if (state.Output.HasBytes)
            connections.Close(connection);
        else
            sender.SendAndClose(connection, RawReply.Error(RawProblems.TooSlow, connection.Emulator is null
                ? $"The client sent no hello within {timeout.TotalSeconds:0.###} s."
                : $"The client did not finish a message within {timeout.TotalSeconds:0.###} s. The bridge used none of it."));
    }
}
