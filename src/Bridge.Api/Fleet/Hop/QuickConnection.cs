using System.Buffers;
using System.Buffers.Text;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Microsoft.Net.Http.Headers;

namespace Bridge.Api.Fleet.Hop;

/// <summary>A connection to another bridge that carries one small request at a time, and knows only short answers.</summary>
internal sealed class QuickConnection : IDisposable
{
    // Of a request, and of an answer.
    private const int MaxBytes = 16 * 1024;

    private readonly Socket _socket;
    private readonly string _authority;
    private readonly byte[] _buffer = new byte[MaxBytes];

    private QuickConnection(Socket socket, string authority) => (_socket, _authority) = (socket, authority);

    /// <summary>Gets or sets the timestamp of its last use.</summary>
    public long UsedAt { get; set; }

    /// <summary>Gets whether the last answer was whole, so that it can carry another request.</summary>
    public bool IsReusable { get; private set; } = true;

    /// <summary>Connects to a bridge.</summary>
    /// <exception cref="SocketException">It can't be reached.</exception>
    public static async Task<QuickConnection> ConnectAsync(string address, CancellationToken cancellationToken)
    {
        var url = new Uri(address);
        return new QuickConnection(await FleetHttp.OpenAsync(new DnsEndPoint(url.Host, url.Port), cancellationToken), url.Authority);
    }

    /// <summary>Sends the request and responds with the answer.</summary>
    /// <param name="context">The request.</param>
    /// <param name="hopHeaders">The headers between bridges, as lines.</param>
    /// <returns>False: nothing was responded.</returns>
    public async ValueTask<bool> TryAskAsync(HttpContext context, byte[] hopHeaders)
    {
        IsReusable = false;
        if (!TryWrite(context.Request, hopHeaders, out var length))
        {
            // Nothing was sent.
            IsReusable = true;
            return false;
        }

        for (var sent = 0; sent < length;)
            sent += await _socket.SendAsync(_buffer.AsMemory(sent, length - sent), SocketFlags.None, context.RequestAborted);
        var received = 0;
        while (received < MaxBytes)
        {
            var read = await _socket.ReceiveAsync(_buffer.AsMemory(received), SocketFlags.None, context.RequestAborted);
            if (read == 0)
                return false;
            received += read;
            var head = _buffer.AsSpan(0, received).IndexOf("\r\n\r\n"u8);
            if (head < 0)
                continue;
            if (BodyLengthOf(_buffer.AsSpan(0, head + 2)) is not { } body || head + 4 + body > MaxBytes)
                return false;
            if (received < head + 4 + body)
                continue;
            if (received > head + 4 + body)
                return false;
            Respond(context.Response, _buffer.AsSpan(0, head + 2), _buffer.AsSpan(head + 4, body));
            return true;
        }

        return false;
    }

    public void Dispose() => _socket.Dispose();

    private bool TryWrite(HttpRequest request, byte[] hopHeaders, out int length)
    {
        var target = new Writer(_buffer);
        target.Write("GET ");
        target.Write(request.Path.ToUriComponent());
        target.Write(request.QueryString.ToUriComponent());
        target.Write(" HTTP/1.1\r\nHost: ");
        target.Write(_authority);
        foreach (var (name, values) in request.Headers)
        {
            if (HopTransformer.IsKept(name))
            {
                foreach (var value in values)
                {
                    target.Write("\r\n");
                    target.Write(name);
                    target.Write(": ");
                    target.Write(value);
                }
            }
        }

        target.Write(hopHeaders);
        length = target.Length;
        return target.IsWhole;
    }

    // Null: the forwarder knows what to do with such an answer.
    private static int? BodyLengthOf(ReadOnlySpan<byte> head)
    {
        if (!head.StartsWith("HTTP/1.1 "u8) || !Ascii.IsValid(head) || StatusOf(head) is not (>= 200 and < 600))
            return null;
        int? length = null;
        foreach (var line in new Lines(head))
        {
            if (Ascii.EqualsIgnoreCase(line.Name, "Content-Length"u8))
            {
                if (length is not null || !Utf8Parser.TryParse(line.Value, out int value, out var used) || used != line.Value.Length)
                    return null;
                length = value;
            }
            else if (Ascii.EqualsIgnoreCase(line.Name, "Transfer-Encoding"u8))
            {
                return null;
            }
        }

        return length is >= 0 ? length : null;
    }

    private static int? StatusOf(ReadOnlySpan<byte> head) =>
        Utf8Parser.TryParse(head["HTTP/1.1 ".Length..], out int status, out var digits) && digits == 3 ? status : null;

    private void Respond(HttpResponse response, ReadOnlySpan<byte> head, ReadOnlySpan<byte> body)
    {
        IsReusable = true;
        response.StatusCode = StatusOf(head)!.Value;
        foreach (var line in new Lines(head))
        {
            if (Ascii.EqualsIgnoreCase(line.Name, "Connection"u8))
                IsReusable = false;
            else if (!Ascii.EqualsIgnoreCase(line.Name, "Date"u8) && !Ascii.EqualsIgnoreCase(line.Name, "Keep-Alive"u8))
                response.Headers[NameOf(line.Name)] = Encoding.ASCII.GetString(line.Value);
        }

        response.BodyWriter.Write(body);
    }

    private static string NameOf(ReadOnlySpan<byte> name) => name.Length switch
    {
        12 when name.SequenceEqual("Content-Type"u8) => HeaderNames.ContentType,
        13 when name.SequenceEqual("Cache-Control"u8) => HeaderNames.CacheControl,
        14 when name.SequenceEqual("Content-Length"u8) => HeaderNames.ContentLength,
        _ => Encoding.ASCII.GetString(name),
    };

    // Writes ASCII into a buffer.
    private ref struct Writer(Span<byte> buffer)
    {
        private readonly Span<byte> _buffer = buffer;

        public int Length { get; private set; }

        public bool IsWhole { get; private set; } = true;

        public void Write(string? text)
        {
            if (Ascii.FromUtf16(text, _buffer[Length..], out var written) != OperationStatus.Done)
                IsWhole = false;
            Length += written;
        }

        public void Write(ReadOnlySpan<byte> bytes)
        {
            if (bytes.TryCopyTo(_buffer[Length..]))
                Length += bytes.Length;
            else
                IsWhole = false;
        }
    }

    // The lines of a head after the first, each ending with a line break.
    private ref struct Lines
    {
        private ReadOnlySpan<byte> _rest;

        public Lines(ReadOnlySpan<byte> head) => _rest = head[(head.IndexOf((byte)'\n') + 1)..];

        public Line Current { get; private set; }

        public readonly Lines GetEnumerator() => this;

        public bool MoveNext()
        {
            var (colon, end) = (_rest.IndexOf((byte)':'), _rest.IndexOf((byte)'\n'));
            if (colon < 0 || end < colon)
                return false;
            Current = new Line(_rest[..colon], _rest[(colon + 1)..end].Trim(" \r"u8));
            _rest = _rest[(end + 1)..];
            return true;
        }
    }

    private readonly ref struct Line(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        public ReadOnlySpan<byte> Name { get; } = name;

        public ReadOnlySpan<byte> Value { get; } = value;
    }
}
