using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>
/// Calls etcd by its JSON gateway. A member that doesn't answer within half a second is left for the next one, because etcd itself takes
/// seven seconds to say that it has no leader. So a call may be sent more than once: every write has to be one that can be repeated.
/// </summary>
internal sealed class EtcdClient : IEtcd, IDisposable
{
    /// <summary>Max bytes of an answer, and of a line of a watch.</summary>
    public const int MaxAnswerBytes = 16 << 20;

    private const int Unauthenticated = 16;

    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(0.5);

    private readonly HttpClient _http;
    private readonly EtcdMembers _members;
    private readonly FleetOptions _options;
    private readonly TimeProvider _time;
    private readonly FleetMeters _meters;
    private string? _token;

    public EtcdClient(FleetOptions options, TimeProvider time, FleetMeters meters)
    {
        (_options, _time, _meters) = (options, time, meters);
        _members = new EtcdMembers([.. options.Etcd.Select(address => new Uri(address))]);
        _http = new HttpClient(new SocketsHttpHandler
        {
            ConnectTimeout = CallTimeout, UseProxy = false, UseCookies = false, AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None, ActivityHeadersPropagator = null,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan, MaxResponseContentBufferSize = MaxAnswerBytes,
        };
    }

    public Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken) => CallAsync(
        "kv/range", request, EtcdJson.Context.RangeRequest, EtcdJson.Context.RangeResponse, cancellationToken);

    public Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken) => CallAsync(
        "kv/txn", request, EtcdJson.Context.TxnRequest, EtcdJson.Context.TxnResponse, cancellationToken);

    /// <summary>Makes a lease of this many seconds.</summary>
    public Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken) => CallAsync(
        "lease/grant", new GrantRequest(seconds), EtcdJson.Context.GrantRequest, EtcdJson.Context.LeaseResponse, cancellationToken);

    /// <summary>Renews a lease.</summary>
    /// <returns>How many seconds it lasts from now; 0: it has ended.</returns>
    public async Task<long> KeepAliveAsync(long id, CancellationToken cancellationToken)
    {
        var line = await CallAsync(
            "lease/keepalive", new LeaseRequest(id), EtcdJson.Context.LeaseRequest, EtcdJson.Context.KeepAliveLine, cancellationToken);
        return line.Error is { } error
            ? throw new EtcdException($"etcd did not renew the lease: {error.Message}") { Code = error.GrpcCode }
            : line.Result?.Seconds ?? 0;
    }

    /// <summary>Ends a lease and all its keys.</summary>
    public Task RevokeAsync(long id, CancellationToken cancellationToken) => CallAsync(
        "lease/revoke", new LeaseRequest(id), EtcdJson.Context.LeaseRequest, EtcdJson.Context.RangeResponse, cancellationToken);

    /// <summary>Watches keys. OWNED BY THE CALLER.</summary>
    public Task<EtcdWatch> WatchAsync(WatchCreate create, CancellationToken cancellationToken) => TryMembersAsync(
        async (member, timeout) =>
        {
            var response = await SendAsync(member, "watch", new WatchRequest(create), EtcdJson.Context.WatchRequest,
                HttpCompletionOption.ResponseHeadersRead, timeout);
            var watch = new EtcdWatch(member, response, new EtcdLines(await response.Content.ReadAsStreamAsync(timeout), MaxAnswerBytes));
            try
            {
                // The first line says that it has begun, and has no events.
                await watch.NextAsync(timeout);
                return watch;
            }
            catch
            {
                await watch.DisposeAsync();
                throw;
            }
        },
        cancellationToken);

    /// <summary>Asks another member first from now on.</summary>
    public void Avoid(Uri member) => _members.Avoid(member);

    public void Dispose() => _http.Dispose();

    private Task<TResponse> CallAsync<TRequest, TResponse>(string path, TRequest request, JsonTypeInfo<TRequest> requestType,
        JsonTypeInfo<TResponse> responseType, CancellationToken cancellationToken) where TResponse : class => TryMembersAsync(
        async (member, timeout) =>
        {
            using var response = await SendAsync(member, path, request, requestType, HttpCompletionOption.ResponseContentRead, timeout);
            var answer = JsonSerializer.Deserialize(await response.Content.ReadAsByteArrayAsync(timeout), responseType)
                ?? throw new JsonException("the body is null");
            _meters.SeeEngine();
            return answer;
        },
        cancellationToken);

    private async Task<T> TryMembersAsync<T>(Func<Uri, CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        Exception? cause = null;
        foreach (var member in _members.Attempts())
        {
            using var timeout = new CancellationTokenSource(CallTimeout, _time);
            using var both = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
            try
            {
                return await call(member, both.Token);
            }
            catch (Exception exception) when (!cancellationToken.IsCancellationRequested && IsSilence(exception))
            {
                cause = exception;
                _members.Avoid(member);
            }
        }

        var reason = cause is OperationCanceledException
            ? $"no answer within {CallTimeout.TotalMilliseconds} ms" : cause!.Message.TrimEnd('.');
        throw new EtcdException($"No member of etcd serves ({string.Join(", ", _members.InOrder())}): {reason}.", cause);
    }

    // The next member may serve.
    private static bool IsSilence(Exception exception) =>
        exception is OperationCanceledException or HttpRequestException or IOException or JsonException or EtcdException { Code: 0 };

    private async Task<HttpResponseMessage> SendAsync<T>(
        Uri member, string path, T body, JsonTypeInfo<T> type, HttpCompletionOption completion, CancellationToken cancellationToken)
    {
        var content = JsonSerializer.SerializeToUtf8Bytes(body, type);
        var token = Volatile.Read(ref _token);
        try
        {
            return await SendBytesAsync(member, path, content, token ?? await AuthenticateAsync(member, cancellationToken), completion,
                cancellationToken);
        }
        // Tokens end after five minutes without use.
        catch (EtcdException exception) when (exception.Code == Unauthenticated && token is not null)
        {
            return await SendBytesAsync(member, path, content, await AuthenticateAsync(member, cancellationToken), completion,
                cancellationToken);
        }
    }

    private async Task<string?> AuthenticateAsync(Uri member, CancellationToken cancellationToken)
    {
        if (_options.EtcdUser is not { Length: > 0 } user)
            return null;
        var body = JsonSerializer.SerializeToUtf8Bytes(
            new AuthRequest(user, _options.EtcdPassword ?? ""), EtcdJson.Context.AuthRequest);
        using var response = await SendBytesAsync(
            member, "auth/authenticate", body, null, HttpCompletionOption.ResponseContentRead, cancellationToken);
        var token = JsonSerializer.Deserialize(
            await response.Content.ReadAsByteArrayAsync(cancellationToken), EtcdJson.Context.AuthResponse)?.Token;
        Volatile.Write(ref _token, token);
        return token;
    }

    private async Task<HttpResponseMessage> SendBytesAsync(
        Uri member, string path, byte[] body, string? token, HttpCompletionOption completion, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(member, $"/v3/{path}"));
        request.Content = new ByteArrayContent(body) { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } };
        if (token is not null)
            request.Headers.TryAddWithoutValidation("Authorization", token);
        var response = await _http.SendAsync(request, completion, cancellationToken);
        if (response.IsSuccessStatusCode)
            return response;
        using (response)
        {
            var text = await response.Content.ReadAsByteArrayAsync(cancellationToken);
            var fault = FleetJson.TryRead(text, EtcdJson.Context.EtcdFault);
            // 5xx: this member can't serve now, which the next one may.
            throw new EtcdException($"etcd refused {path}: {fault?.Message ?? response.StatusCode.ToString()}.")
                { Code = (int)response.StatusCode >= 500 ? 0 : fault?.Code ?? -1 };
        }
    }
}
