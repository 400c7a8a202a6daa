using ModelContextProtocol;
using ModelContextProtocol.Protocol;
using ModelContextProtocol.Server;

namespace Bridge.Api.Mcp;

/// <summary>Tells a client each second that its call is still running: some give up on a call that is silent for long.</summary>
internal sealed class ProgressReports : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly PeriodicTimer _timer;
    private readonly Task _reports;

    /// <param name="server">Sends them.</param>
    /// <param name="token">The client's name for the call.</param>
    /// <param name="total">The longest that the call may take.</param>
    /// <param name="time">Tells when a second has passed.</param>
    /// <param name="cancellationToken">Ends them.</param>
    public ProgressReports(McpServer server, ProgressToken token, TimeSpan total, TimeProvider time, CancellationToken cancellationToken)
    {
        _timer = new PeriodicTimer(Interval, time);
        _reports = SendAsync(server, token, total, cancellationToken);
    }

    /// <summary>Ends them. None is sent after the call's result.</summary>
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
            // The call is over, or its client is gone.
        }
        catch (IOException)
        {
            // The client is gone; its call is being cancelled.
        }
    }
}
