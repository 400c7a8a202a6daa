using Bridge.Api.Errors;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Endpoints;

/// <summary>Reads a body of raw bytes, within the limit of what one command may carry.</summary>
internal static class RawBody
{
    /// <exception cref="RequestException">It is empty (400), or longer than 1 MiB (413).</exception>
    public static async Task<ReadOnlyMemory<byte>> ReadAsync(HttpRequest request)
    {
        if (request.ContentLength > WireLimits.MemoryRangeBytes)
            throw TooLarge();

        using var bytes = new MemoryStream((int)(request.ContentLength ?? 0));
        await request.Body.CopyToAsync(bytes, request.HttpContext.RequestAborted);
        return bytes.Length switch
        {
            0 => throw new RequestException(ProblemTypes.InvalidBody, "The body is empty; it is the 1 to 1,048,576 bytes to write."),
            > WireLimits.MemoryRangeBytes => throw TooLarge(),
            _ => bytes.GetBuffer().AsMemory(0, (int)bytes.Length),
        };
    }

    private static RequestException TooLarge() =>
        new(ProblemTypes.TooLarge, $"The body is larger than {WireLimits.MemoryRangeBytes:N0} bytes, the most that is written at once.");
}
