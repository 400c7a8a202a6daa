namespace Bridge.Api.Server.Inline;

/// <summary>Moves every request that can't run inline to the thread pool, so that the socket threads can go on polling.</summary>
internal sealed class InlineSchedulingGuard(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context) => InlineScheduling.CanRunInline(context) ? next(context) : SwitchAsync(context);

    private async Task SwitchAsync(HttpContext context)
    {
        await InlineScheduling.SwitchToThreadPool();
        await next(context);
    }
}
