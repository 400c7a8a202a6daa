namespace Bridge.Api.Http;

/// <summary>Keeps the threads that wait for sockets free for them: whatever isn't known to be quick goes on in the thread pool.</summary>
internal sealed class SocketThreadGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context) => SocketThread.MayKeep(context) ? next(context) : LeaveAsync(context);

    private async Task LeaveAsync(HttpContext context)
    {
        await SocketThread.Leave();
        await next(context);
    }
}
