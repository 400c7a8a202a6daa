namespace Bridge.Api.Server.Responses;

/// <summary>
/// Serves HEAD like GET (RFC 9110, 9.3.2): routing and endpoints see a GET. Kestrel still knows the client's method, and sends no body.
/// </summary>
/// <remarks>Runs right before routing, so that the middleware before it sees the client's method.</remarks>
internal sealed class HeadRequests(RequestDelegate next)
{
    public Task InvokeAsync(HttpContext context) => HttpMethods.IsHead(context.Request.Method) ? ServeAsync(context) : next(context);

    /// <summary>Returns whether the client sent a HEAD, which must have no effect and may not wait.</summary>
    public static bool Is(HttpContext context) => context.Features.Get<HeadRequests>() is not null;

    /// <summary>Sets the client's method again, for another bridge or a log.</summary>
    public static void Restore(HttpContext context)
    {
        if (Is(context))
            context.Request.Method = HttpMethods.Head;
    }

    private async Task ServeAsync(HttpContext context)
    {
        context.Features.Set(this);
        context.Request.Method = HttpMethods.Get;
        try
        {
            await next(context);
        }
        finally
        {
            Restore(context);
        }
    }
}
