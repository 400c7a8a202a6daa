using Bridge.Api.Errors;
using Microsoft.AspNetCore.RateLimiting;

namespace Bridge.Api.Security;

/// <summary>
/// Limits the requests of each client, once <c>Bridge:Rate</c> says to how many. A client is a token, or without one an address.
/// </summary>
internal static class ClientRate
{
    public static void AddClientRate(this IServiceCollection services)
    {
        services.AddRateLimiter(static _ => { });
        services.AddSingleton<ClientRateLimiter>();
        services.AddOptions<RateLimiterOptions>().Configure<ClientRateLimiter, AccessTokens>((limiter, buckets, tokens) =>
        {
            if (buckets.Limiter is not { } each)
                return;
            limiter.GlobalLimiter = each.WithTranslatedKey<HttpContext>(context => ClientOf(context, tokens), leaveOpen: true);
            limiter.OnRejected = (rejected, _) => new ValueTask(RefuseAsync(rejected, buckets));
        });
    }

    /// <summary>Has requests counted from here on, if they are to be: otherwise nothing of it stands in their way.</summary>
    public static void UseClientRate(this IApplicationBuilder app) => app.Use(next =>
    {
        if (app.ApplicationServices.GetRequiredService<SecurityOptions>().Rate.Requests is null)
            return next;
        var limited = app.New();
        limited.UseRateLimiter();
        limited.Run(next);
        return limited.Build();
    });

    // A token that is none is as good as its address, so guessing doesn't help.
    private static object ClientOf(HttpContext context, AccessTokens tokens) =>
        (object?)(tokens.AreNeeded ? tokens.FindIn(context.Request.Headers.Authorization) : null)
            ?? ClientRateLimiter.KeyOf(context.Connection.RemoteIpAddress);

    private static Task RefuseAsync(OnRejectedContext rejected, ClientRateLimiter buckets) => Problem.WriteAsync(
        rejected.HttpContext, ProblemTypes.TooManyRequests, buckets.Sentence, retryAfter: buckets.RetryAfter(rejected.Lease));
}
