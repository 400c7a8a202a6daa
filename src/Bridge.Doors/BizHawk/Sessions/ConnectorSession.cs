using Bridge.Doors.BizHawk.Messages;
using Bridge.Doors.Listening;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>Serves one client: a reply line for each line, until it leaves.</summary>
internal sealed class ConnectorSession(ConnectorConnection connection, DoorPlan plan, Action onConnected, CancellationToken stopping)
{
    private static readonly byte[] Version = "VERSION"u8.ToArray();

    private readonly RequestRunner _runner = new(plan, stopping);

    /// <exception cref="SessionEndException">It has ended.</exception>
    public async Task ServeAsync()
    {
        try
        {
            await ServeAsync(await ReceiveFirstAsync().ConfigureAwait(false)).ConfigureAwait(false);
            while (true)
                await ServeAsync(await connection.ReceiveAsync().ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            throw new SessionEndException("its port was closed");
        }
        finally
        {
            await _runner.UnlockAsync().ConfigureAwait(false);
        }
    }

    // A web page can send a request to any port. Its first line is no list, so nothing of it runs, not even a list in its body.
    private async Task<byte[]> ReceiveFirstAsync()
    {
        var line = await connection.ReceiveAsync().ConfigureAwait(false);
        if (!line.AsSpan().SequenceEqual(Version) && line is not [(byte)'[', ..])
            throw new SessionEndException("it does not speak the connector's protocol");
        onConnected();
        return line;
    }

    private async Task ServeAsync(byte[] line)
    {
        await _runner.WaitForGameAsync().ConfigureAwait(false);
        await connection.SendAsync(line.AsSpan().SequenceEqual(Version)
            ? "1\n"u8.ToArray()
            : await _runner.RunAsync(RequestParser.Parse(line)).ConfigureAwait(false)).ConfigureAwait(false);
    }
}
