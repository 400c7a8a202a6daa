using System.Globalization;
using System.Net;
using System.Threading.RateLimiting;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Counts the requests that each client has left, over HTTP and the raw listener. A client is a token, or without a token an address.
/// </summary>
internal sealed class ClientRateLimiter : IDisposable
{
    private readonly TimeSpan _period;

    public ClientRateLimiter(SecurityOptions options)
    {
        if (options.Rate is not { Requests: { } requests, Period: var period })
            return;
        // Replenished one by one and not at the end of a period, so that a client that is too fast is slowed down and not stopped.
        var bucket = new TokenBucketRateLimiterOptions
        {
            TokenLimit = requests,
            TokensPerPeriod = 1,
            ReplenishmentPeriod = period / requests,
            AutoReplenishment = false,
            QueueLimit = 0,
        };
        _period = period;
        Limiter = PartitionedRateLimiter.Create<object, object>(client => RateLimitPartition.GetTokenBucketLimiter(client, _ => bucket));
        Sentence = string.Create(
            CultureInfo.InvariantCulture,
                $"This client sent more than {requests:N0} requests in {period.TotalSeconds:N0} s. This request did not run.");
    }

    /// <summary>Gets the limiter of requests by client; null without a limit.</summary>
    public PartitionedRateLimiter<object>? Limiter { get; }

    /// <summary>Gets the sentence for a client beyond its limit.</summary>
    public string Sentence { get; } = "";

    /// <summary>Returns the client of an address; over Unix sockets, which have no address, all clients are one.</summary>
    public static object KeyOf(IPAddress? address) => address ?? (object)"local";

    /// <summary>Returns the time after which another try may succeed.</summary>
    public TimeSpan RetryAfter(RateLimitLease lease) => lease.TryGetMetadata(MetadataName.RetryAfter, out var wait) ? wait : _period;

    public void Dispose() => Limiter?.Dispose();
}
