using System.Net;
using System.Net.Sockets;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Fleet.Hop;

/// <summary>Sends requests to the other bridges of the fleet, over connections that all requests share.</summary>
internal sealed class FleetHttp : IDisposable
{
    // The seconds after which the kernel asks a silent machine whether it is still there.
    private const int IdleSeconds = 2;

    // tcp(7): the milliseconds that sent data may be unacknowledged.
    private const int LinuxTcpUserTimeout = 18;

    private readonly string _secret;

    public FleetHttp(FleetOptions options)
    {
        _secret = options.Secret!;
        Invoker = new HttpMessageInvoker(new SendsOnce
        {
            InnerHandler = new SocketsHttpHandler
            {
                UseProxy = false,
                UseCookies = false,
                AllowAutoRedirect = false,
                AutomaticDecompression = DecompressionMethods.None,
                ActivityHeadersPropagator = null,
                ConnectTimeout = TimeSpan.FromSeconds(1),
                // Less than Kestrel's KeepAliveTimeout, so that the other bridge rarely closes a connection that is just used again.
                PooledConnectionIdleTimeout = TimeSpan.FromMinutes(10),
                ConnectCallback = static async (connection, cancellationToken) =>
                    new NetworkStream(await OpenAsync(connection.DnsEndPoint, cancellationToken), ownsSocket: true),
            },
        });
    }

    /// <summary>Gets the sender of the requests, for the forwarder. It doesn't add the headers between bridges.</summary>
    public HttpMessageInvoker Invoker { get; }

    /// <summary>Sends a request to another bridge. The caller disposes the response, whose body is not read yet.</summary>
    /// <param name="address">The bridge's address, like <c>http://10.0.0.7:7185</c>.</param>
    /// <param name="request">The request, with a relative address like <c>/emulators</c>.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <exception cref="HttpRequestException">
    /// There is no response. <see cref="FleetFailure"/> decides whether the request was sent.
    /// </exception>
    public Task<HttpResponseMessage> SendAsync(string address, HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.RequestUri = new Uri(new Uri(address), request.RequestUri!);
        AddHopHeaders(request);
        return Invoker.SendAsync(request, cancellationToken);
    }

    /// <summary>Adds the headers with which another bridge accepts the request.</summary>
    public void AddHopHeaders(HttpRequestMessage request)
    {
        request.Headers.TryAddWithoutValidation(HopHeaders.Hop, HopHeaders.Yes);
        request.Headers.TryAddWithoutValidation(HopHeaders.Fleet, _secret);
    }

    public void Dispose() => Invoker.Dispose();

    private static async Task<Socket> OpenAsync(DnsEndPoint address, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            EndWhenVanished(socket);
            await socket.ConnectAsync(address, cancellationToken);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // Otherwise requests to a machine without power would wait for a quarter of an hour.
    private static void EndWhenVanished(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, IdleSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, 1);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, 2);
        // While something sent is unacknowledged, TCP doesn't probe but sends it again and again.
        if (OperatingSystem.IsLinux())
            socket.SetRawSocketOption((int)SocketOptionLevel.Tcp, LinuxTcpUserTimeout, BitConverter.GetBytes(2 * IdleSeconds * 1000));
    }

    /// <summary>
    /// Keeps <see cref="SocketsHttpHandler"/> from sending a request twice that may have had an effect: if a connection ends before the
    /// response, the handler sends a request without a body again, so each one gets an empty body.
    /// </summary>
    private sealed class SendsOnce : DelegatingHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (request.Content is null && request.Method != HttpMethod.Get && request.Method != HttpMethod.Head)
                request.Content = new ByteArrayContent([]);
            return base.SendAsync(request, cancellationToken);
        }
    }
}
