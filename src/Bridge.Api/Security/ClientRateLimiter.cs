using System.Globalization;
using System.Net;
using System.Threading.RateLimiting;

namespace Bridge.Api.Security;

/// <summary>
/// How many requests each client has left, over HTTP and at the raw listener. A client is a token, or without one an address.
/// </summary>
internal sealed class ClientRateLimiter : IDisposable
{
    private readonly TimeSpan _period;

    public ClientRateLimiter(SecurityOptions options)
    {
        if (options.Rate is not { Requests: { } requests, Period: var period })
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
        _period = period;
        Limiter = PartitionedRateLimiter.Create<object, object>(client => RateLimitPartition.GetTokenBucketLimiter(client, _ => bucket));
        Sentence = string.Create(
            CultureInfo.InvariantCulture,
                $"This client sent more than {requests:N0} requests in {period.TotalSeconds:N0} s. This request did not run.");
    }

    /// <summary>Counts requests by their client; null when nobody asks for it.</summary>
    public PartitionedRateLimiter<object>? Limiter { get; }

    /// <summary>What is told to who is past it.</summary>
    public string Sentence { get; } = "";

    /// <summary>The client that an address is; over a socket in the file system there is none, and all are one.</summary>
    public static object KeyOf(IPAddress? address) => address ?? (object)"local";

    /// <summary>When it may be worth another try.</summary>
    public TimeSpan RetryAfter(RateLimitLease lease) => lease.TryGetMetadata(MetadataName.RetryAfter, out var wait) ? wait : _period;

    public void Dispose() => Limiter?.Dispose();
}
