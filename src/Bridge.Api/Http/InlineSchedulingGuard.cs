namespace Bridge.Api.Http;

/// <summary>Has every request that can't run inline continue on the thread pool, so that the threads that poll sockets stay free.</summary>
internal sealed class InlineSchedulingGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context) => InlineScheduling.CanRunInline(context) ? next(context) : SwitchAsync(context);

    private async Task SwitchAsync(HttpContext context)
    {
        await InlineScheduling.SwitchToThreadPool();
        await next(context);
    }
}
