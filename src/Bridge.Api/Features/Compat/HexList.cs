using System.Buffers;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Compat;

/// <summary>Writes and parses bytes as mGBA-http does: two lower-case hexadecimal digits each, separated by commas.</summary>
internal static class HexList
{
    /// <summary>
    /// Max characters of a text: for each byte of a state of 2 MiB, two digits, a comma, and a blank or line feed.
    /// </summary>
    public const int MaxTextLength = 4 * WireLimits.PayloadBytes;

    private static ReadOnlySpan<byte> Digits => "0123456789abcdef"u8;

    /// <summary>Writes <paramref name="bytes"/> as the text of the response.</summary>
    public static void Write(HttpResponse response, ReadOnlySpan<byte> bytes)
    {
        var text = ArrayPool<byte>.Shared.Rent(3 * bytes.Length);
        var length = 0;
        foreach (var value in bytes)
        {
            if (length > 0)
                text[length++] = (byte)',';
            text[length++] = Digits[value >> 4];
            text[length++] = Digits[value & 15];
        }

        BufferedResponse.WriteBytes(response, text.AsSpan(0, length), "text/plain; charset=utf-8");
        ArrayPool<byte>.Shared.Return(text);
    }

    /// <summary>Reads the bytes in a body, with or without square brackets, with any blanks and line feeds in between.</summary>
    /// <exception cref="RequestException">The body is too long (413) or not a list of bytes (400).</exception>
    public static async Task<byte[]> ReadAsync(HttpRequest request)
    {
        if (request.ContentLength > MaxTextLength)
            throw TooLarge();
        await request.WholeBodyAsync();
        using var body = new MemoryStream((int)(request.ContentLength ?? 0));
        await request.Body.CopyToAsync(body, request.HttpContext.RequestAborted);
        if (body.Length > MaxTextLength)
            throw TooLarge();
        return Parse(body.GetBuffer().AsSpan(0, (int)body.Length));
    }

    internal static byte[] Parse(Span<byte> body)
    {
        var text = WithoutBlanks(body);
        if (text is [(byte)'[', .. var inner, (byte)']'])
            text = inner;
        // Three characters for each byte, except the last one, which has no comma.
        var bytes = new byte[(text.Length + 1) / 3];
        if (text.Length % 3 != 2 || bytes.Length > WireLimits.PayloadBytes)
            throw bytes.Length > WireLimits.PayloadBytes ? TooLarge() : Refuse(text.Length / 3);
        for (var i = 0; i < bytes.Length; i++)
        {
            var (high, low) = (Value(text[3 * i]), Value(text[3 * i + 1]));
            if ((high | low) < 0 || (3 * i + 2 < text.Length && text[3 * i + 2] != (byte)','))
                throw Refuse(i);
            bytes[i] = (byte)(high << 4 | low);
        }

        return bytes;
    }

    private static Span<byte> WithoutBlanks(Span<byte> text)
    {
        var kept = 0;
        foreach (var character in text)
        {
            if (character is not ((byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n'))
                text[kept++] = character;
        }

        return text[..kept];
    }

    private static int Value(byte digit) => digit switch
    {
        >= (byte)'0' and <= (byte)'9' => digit - '0',
        >= (byte)'a' and <= (byte)'f' => digit - 'a' + 10,
        >= (byte)'A' and <= (byte)'F' => digit - 'A' + 10,
        _ => -1,
    };

    private static RequestException Refuse(int index) => new(ProblemTypes.InvalidBody,
        $"The body must be a list of bytes, two hexadecimal digits each, separated by commas like d3,00,ff; byte {index} (from 0) is "
        + $"wrong.",
        "body");

    private static RequestException TooLarge() => new(ProblemTypes.TooLarge,
        $"The body must be a state of at most {WireLimits.PayloadBytes:N0} bytes, which is at most {MaxTextLength:N0} characters of "
        + $"text.", "body");
}
