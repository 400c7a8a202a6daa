using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Bridge.Testing;

/// <summary>
/// Records what its connections send, and answers each request with the same response: a server, a proxy, or the target of a redirect.
/// As a proxy it answers CONNECT, and then is the server itself.
/// </summary>
public sealed class WitnessServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly StringBuilder _received = new();
    private readonly string _response;
    private readonly X509Certificate2? _certificate;
    private readonly bool _closes;
    private int _connections;

    /// <param name="response">The response to each request.</param>
    /// <param name="certificate">Its certificate, with which it serves TLS; null for none.</param>
    /// <param name="isProxy">Whether TLS begins after CONNECT instead of at once.</param>
    /// <param name="closes">Whether it closes each connection after a response.</param>
    public WitnessServer(string response, X509Certificate2? certificate = null, bool isProxy = false, bool closes = false)
    {
        (_response, _certificate, _closes) = (response, certificate, closes);
        _listener.Start();
        Scheme = certificate is null || isProxy ? "http" : "https";
        _ = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public string Address => string.Create(CultureInfo.InvariantCulture, $"{Scheme}://127.0.0.1:{Port}");

    /// <summary>Gets how many connections were opened to it.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Gets all that was received, decrypted.</summary>
    public string Received
    {
        get
        {
            lock (_received)
                return _received.ToString();
        }
    }

    private string Scheme { get; }

    /// <summary>Returns a response with this status, head and body.</summary>
    public static string Response(int status, string body = "", string lines = "") => string.Create(CultureInfo.InvariantCulture,
        $"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {body.Length}\r\n{lines}\r\n{body}");

    /// <summary>Returns a redirect to an address. Its body looks like a bridge's answer.</summary>
    public static string Redirect(int status, string location) => Response(
        status, """{"jsonrpc": "2.0", "id": 1, "result": {}, "type": "#not-applied", "detail": "x"}""", $"Location: {location}\r\n");

    public void Dispose()
    {
        _listener.Dispose();
        _certificate?.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptTcpClientAsync().ConfigureAwait(false);
                Interlocked.Increment(ref _connections);
                _ = ServeAsync(client);
            }
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
        {
            // The test has ended.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var connection = client;
        try
        {
            if (Scheme == "https")
                await ServeSecurelyAsync(client.GetStream()).ConfigureAwait(false);
            else
                await AnswerAsync(client.GetStream(), isSecure: false).ConfigureAwait(false);
        }
        catch (Exception left) when (left is IOException or AuthenticationException)
        {
            // The client has left.
        }
    }

    private async Task ServeSecurelyAsync(Stream stream)
    {
        await using var secure = new SslStream(stream);
        await secure.AuthenticateAsServerAsync(_certificate!).ConfigureAwait(false);
        await AnswerAsync(secure, isSecure: true).ConfigureAwait(false);
    }

    private async Task AnswerAsync(Stream stream, bool isSecure)
    {
        var buffer = new byte[65536];
        var request = "";
        while (await stream.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var count)
        {
            request += Encoding.Latin1.GetString(buffer, 0, count);
            lock (_received)
                _received.Append(Encoding.Latin1.GetString(buffer, 0, count));
            if (!request.Contains("\r\n\r\n", StringComparison.Ordinal))
                continue;
            if (request.StartsWith("CONNECT ", StringComparison.Ordinal) && !isSecure && _certificate is not null)
            {
                await stream.WriteAsync("HTTP/1.1 200 OK\r\n\r\n"u8.ToArray()).ConfigureAwait(false);
                await ServeSecurelyAsync(stream).ConfigureAwait(false);
                return;
            }

            request = "";
            await stream.WriteAsync(Encoding.Latin1.GetBytes(_response)).ConfigureAwait(false);
            if (_closes)
                return;
        }
    }
}
