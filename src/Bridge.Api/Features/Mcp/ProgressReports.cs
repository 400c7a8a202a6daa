using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Features.Mcp;

/// <summary>Notifies a client each second that its call is still running, because some clients give up on a silent call.</summary>
internal sealed class ProgressReports : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly PeriodicTimer _timer;
    private readonly Task _reports;

    /// <param name="server">Sends the notifications.</param>
    /// <param name="token">The client's token for the call.</param>
    /// <param name="total">The max duration of the call.</param>
    /// <param name="time">The clock of the interval.</param>
    /// <param name="cancellationToken">Stops the notifications.</param>
    public ProgressReports(McpServer server, ProgressToken token, TimeSpan total, TimeProvider time, CancellationToken cancellationToken)
    {
        _timer = new PeriodicTimer(Interval, time);
        _reports = SendAsync(server, token, total, cancellationToken);
    }

    /// <summary>Stops the notifications; none is sent after this.</summary>
    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _reports;
    }

    private async Task SendAsync(McpServer server, ProgressToken token, TimeSpan total, CancellationToken cancellationToken)
    {
        try
        {
            for (var seconds = 1; await _timer.WaitForNextTickAsync(cancellationToken); seconds++)
            {
                var progress = new ProgressNotificationValue
                {
                    Progress = seconds,
                    Total = (float)total.TotalSeconds,
                    Message = "The game is running.",
                };
                await server.NotifyProgressAsync(token, progress, cancellationToken: cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            // The call has ended, or its client has disconnected.
        }
        catch (IOException)
        {
            // The client has disconnected; its call is being cancelled.
        }
    }
}
