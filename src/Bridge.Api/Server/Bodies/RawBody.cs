using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Server.Bodies;

/// <summary>Reads a body of raw bytes, at most the payload of one command.</summary>
internal static class RawBody
{
    /// <summary>The media type of raw bytes.</summary>
    public const string ContentType = "application/octet-stream";

    /// <param name="request">The request with the body.</param>
    /// <param name="max">Max bytes of the body.</param>
    /// <param name="what">What the bytes are, for a sentence like "The body must be a save state".</param>
    /// <exception cref="RequestException">The body is empty (400) or too long (413).</exception>
    public static async Task<ReadOnlyMemory<byte>> ReadAsync(
        HttpRequest request, int max = WireLimits.MemoryRangeBytes, string what = "1 to 1,048,576 bytes to write")
    {
        await request.WholeBodyAsync();
        using var bytes = new MemoryStream((int)(request.ContentLength ?? 0));
        await request.Body.CopyToAsync(bytes, request.HttpContext.RequestAborted);
        return bytes.Length == 0 ? throw new RequestException(ProblemTypes.InvalidBody, $"The body must be {what}; got an empty body.")
            : bytes.Length > max ? throw TooLarge(max)
            : bytes.GetBuffer().AsMemory(0, (int)bytes.Length);
    }

    private static RequestException TooLarge(int max) => new(ProblemTypes.TooLarge,
        string.Create(CultureInfo.InvariantCulture, $"The body must be at most {max:N0} bytes."));
}
