using System.Buffers;
using System.Text;

namespace Bridge.Api.Http;

/// <summary>Decides from its start whether a request line may be long: only some endpoints take a long query.</summary>
internal sealed class LongAddresses(EndpointDataSource endpoints)
{
    // More than the longest method and path of those endpoints.
    private const int StartBytes = 64;

    // Lazy, because endpoints are mapped after the services are created.
    private readonly Lazy<byte[][]> _paths = new(() => [.. endpoints.Endpoints.OfType<RouteEndpoint>()
        .Where(endpoint => endpoint.Metadata.GetMetadata<LongQuery>() is not null)
        .Select(endpoint => Encoding.ASCII.GetBytes(endpoint.RoutePattern.RawText!))]);

    /// <summary>Returns whether an unfinished head may be longer than usual.</summary>
    /// <param name="head">The head from its first unread byte: in its request line, or in its header lines, which Kestrel limits.</param>
    public bool MayBeIn(ReadOnlySequence<byte> head)
    {
        Span<byte> copy = stackalloc byte[StartBytes];
        ReadOnlySpan<byte> start = copy[..(int)Math.Min(head.Length, StartBytes)];
        head.Slice(0, start.Length).CopyTo(copy);
        var end = start.IndexOfAny((byte)' ', (byte)':');
        if (end < 0 || start[end] == (byte)':')
            return end >= 0;
        var target = start[(end + 1)..];
        var path = target[..Math.Max(0, target.IndexOfAny((byte)'?', (byte)' '))];
        foreach (var known in _paths.Value)
        {
            if (Ascii.EqualsIgnoreCase(path, known))
                return true;
        }

        return false;
    }
}
