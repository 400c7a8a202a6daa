using Bridge.Api.Contract.Errors;
using Microsoft.AspNetCore.RateLimiting;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Limits the requests of each client if <c>Bridge:Rate</c> sets a limit. A client is a token, or without a token an address.
/// </summary>
internal static class ClientRate
{
    public static void AddClientRate(this IServiceCollection services)
    {
        services.AddRateLimiter(static _ => { });
        services.AddSingleton<ClientRateLimiter>();
        services.AddOptions<RateLimiterOptions>().Configure<ClientRateLimiter, AccessTokens>((limiter, rateLimiter, tokens) =>
        {
            if (rateLimiter.Limiter is not { } perClient)
                return;
            limiter.GlobalLimiter = perClient.WithTranslatedKey<HttpContext>(context => ClientOf(context, tokens), leaveOpen: true);
            limiter.OnRejected = (rejected, _) => new ValueTask(RefuseAsync(rejected, rateLimiter));
        });
    }

    /// <summary>Limits requests from here on, if a limit is set; otherwise adds no middleware.</summary>
    public static void UseClientRate(this IApplicationBuilder app) => app.Use(next =>
    {
        if (app.ApplicationServices.GetRequiredService<SecurityOptions>().Rate.Requests is null)
            return next;
        var limited = app.New();
        limited.UseRateLimiter();
        limited.Run(next);
        return limited.Build();
    });

    // An unknown token counts by its address, so guessing tokens doesn't raise the limit.
    private static object ClientOf(HttpContext context, AccessTokens tokens) =>
        (object?)(tokens.AreNeeded ? tokens.FindIn(context.Request.Headers.Authorization) : null)
            ?? ClientRateLimiter.KeyOf(context.Connection.RemoteIpAddress);

    private static Task RefuseAsync(OnRejectedContext rejected, ClientRateLimiter rateLimiter) => Problem.WriteAsync(
        rejected.HttpContext, ProblemTypes.TooManyRequests, rateLimiter.Sentence, retryAfter: rateLimiter.RetryAfter(rejected.Lease));
}
