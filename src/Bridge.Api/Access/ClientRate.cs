using System.Globalization;
using System.Threading.RateLimiting;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Microsoft.AspNetCore.RateLimiting;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Access;

/// <summary>
/// Limits the requests of each client, once <c>Bridge:Rate</c> says to how many. A client is a token, or without one an address.
/// </summary>
internal static class ClientRate
{
    public static void AddClientRate(this IServiceCollection services)
    {
        services.AddRateLimiter(static _ => { });
        services.AddOptions<RateLimiterOptions>().Configure<IOptions<BridgeOptions>, AccessTokens>((limiter, bridge, tokens) =>
        {
            if (bridge.Value.Rate is not { Requests: { } requests, Period: var period })
                return;
            // One by one and not all at the end of a period, so that who comes too fast is slowed down and not stopped.
            var bucket = new TokenBucketRateLimiterOptions
            {
                TokenLimit = requests,
                TokensPerPeriod = 1,
                ReplenishmentPeriod = period / requests,
                AutoReplenishment = false,
                QueueLimit = 0,
            };
            limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, object>(
                context => RateLimitPartition.GetTokenBucketLimiter(ClientOf(context, tokens), _ => bucket));
            limiter.OnRejected = (rejected, _) => new ValueTask(RefuseAsync(rejected, requests, period));
        });
    }

    /// <summary>Has requests counted from here on, if they are to be: otherwise nothing of it stands in their way.</summary>
    public static void UseClientRate(this IApplicationBuilder app) => app.Use(next =>
    {
        if (app.ApplicationServices.GetRequiredService<IOptions<BridgeOptions>>().Value.Rate.Requests is null)
            return next;
        var limited = app.New();
        limited.UseRateLimiter();
        limited.Run(next);
        return limited.Build();
    });

    // A token that is none is as good as its address, so guessing doesn't help.
    private static object ClientOf(HttpContext context, AccessTokens tokens) =>
        (object?)(tokens.AreNeeded ? tokens.FindIn(context.Request.Headers.Authorization) : null) ?? context.Connection.RemoteIpAddress ?? (object)"local";

    private static Task RefuseAsync(OnRejectedContext rejected, int requests, TimeSpan period) => Problem.WriteAsync(
        rejected.HttpContext, ProblemTypes.TooManyRequests,
        string.Create(CultureInfo.InvariantCulture, $"More than {requests:N0} requests in {period.TotalSeconds:N0} s; this one did not run."),
        retryAfter: rejected.Lease.TryGetMetadata(MetadataName.RetryAfter, out var wait) ? wait : period);
}
