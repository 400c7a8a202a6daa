using System.Globalization;

namespace Bridge.LoadBench;

/// <summary>Parses enough of HTTP responses for a keep-alive client to separate them.</summary>
internal static class Response
{
    /// <summary>Returns whether a response is whole; one of unknown length ends with an empty chunk.</summary>
    /// <param name="response">The bytes received since the request.</param>
    /// <param name="body">The offset of the body, once the head is complete.</param>
    public static bool TryFindBody(ReadOnlySpan<byte> response, out int body)
    {
        var length = "Content-Length: "u8;
        body = response.IndexOf("\r\n\r\n"u8) + 4;
        if (body < 4)
            return false;
        var at = response[..body].IndexOf(length);
        if (at < 0)
            return response.EndsWith("0\r\n\r\n"u8);
        var digits = response[(at + length.Length)..];
        return response.Length >= body + int.Parse(digits[..digits.IndexOf((byte)'\r')], CultureInfo.InvariantCulture);
    }
}
