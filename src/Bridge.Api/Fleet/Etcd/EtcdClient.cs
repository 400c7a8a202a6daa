using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bridge.Api.Fleet.Etcd;

/// <summary>
/// Calls etcd by its JSON gateway. A member that doesn't respond within half a second is left for the next one, because etcd itself takes
/// seven seconds to say that it has no leader. So a call may be sent more than once: every write has to be one that can be repeated.
/// </summary>
internal sealed class EtcdClient : IEtcd, IDisposable
{
    /// <summary>Max bytes of a response, and of a line of a watch.</summary>
    public const int MaxResponseBytes = 16 << 20;

    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(0.5);

    // etcd takes long to check a password, on purpose.
    private static readonly TimeSpan SignInTimeout = TimeSpan.FromSeconds(2);

    private readonly HttpClient _http;
    private readonly EtcdMembers _members;
    private readonly EtcdOptions _options;
    private readonly TimeProvider _time;
    private readonly EtcdContact _contact;
    private readonly SemaphoreSlim _signIn = new(1);
    private string? _token;

    public EtcdClient(EtcdOptions options, TimeProvider time, EtcdContact contact)
    {
        (_options, _time, _contact) = (options, time, contact);
        _members = new EtcdMembers([.. options.Members]);
        _http = new HttpClient(new SocketsHttpHandler
        {
            ConnectTimeout = CallTimeout, UseProxy = false, UseCookies = false, AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None, ActivityHeadersPropagator = null,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan, MaxResponseContentBufferSize = MaxResponseBytes,
        };
    }

    public Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken) => CallAsync(
        "kv/range", request, EtcdJson.Context.RangeRequest, EtcdJson.Context.RangeResponse, cancellationToken);

    public Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken) => CallAsync(
        "kv/txn", request, EtcdJson.Context.TxnRequest, EtcdJson.Context.TxnResponse, cancellationToken);

    /// <summary>Grants a lease of this many seconds.</summary>
    public Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken) => CallAsync(
        "lease/grant", new GrantRequest(seconds), EtcdJson.Context.GrantRequest, EtcdJson.Context.LeaseResponse, cancellationToken);

    /// <summary>Renews a lease.</summary>
    /// <returns>How many seconds it lasts from now; 0: it has ended.</returns>
    public async Task<long> KeepAliveAsync(long id, CancellationToken cancellationToken)
    {
        var line = await CallAsync("lease/keepalive", new LeaseRequest(id), EtcdJson.Context.LeaseRequest, EtcdJson.Context.KeepAliveLine,
            static line => line.Error?.ToException("etcd did not renew the lease"), cancellationToken);
        return line.Result?.Seconds ?? 0;
    }

    /// <summary>Ends a lease and all its keys.</summary>
    public Task RevokeAsync(long id, CancellationToken cancellationToken) => CallAsync(
        "lease/revoke", new LeaseRequest(id), EtcdJson.Context.LeaseRequest, EtcdJson.Context.RangeResponse, cancellationToken);

    /// <summary>Watches keys. OWNED BY THE CALLER.</summary>
    public Task<EtcdWatch> WatchAsync(WatchCreate create, CancellationToken cancellationToken) => TryMembersAsync(
        async (member, token, timeout) =>
        {
            var body = JsonSerializer.SerializeToUtf8Bytes(new WatchRequest(create), EtcdJson.Context.WatchRequest);
            var response = await SendAsync(member, "watch", body, token, HttpCompletionOption.ResponseHeadersRead, timeout);
            var watch = new EtcdWatch(member, response, new EtcdLines(await response.Content.ReadAsStreamAsync(timeout), MaxResponseBytes));
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

    public void Dispose()
    {
        _http.Dispose();
        _signIn.Dispose();
    }

    private Task<TResponse> CallAsync<TRequest, TResponse>(string path, TRequest request, JsonTypeInfo<TRequest> requestType,
        JsonTypeInfo<TResponse> responseType, CancellationToken cancellationToken) where TResponse : class =>
        CallAsync(path, request, requestType, responseType, static _ => null, cancellationToken);

    private Task<TResponse> CallAsync<TRequest, TResponse>(string path, TRequest request, JsonTypeInfo<TRequest> requestType,
        JsonTypeInfo<TResponse> responseType, Func<TResponse, EtcdException?> findFault, CancellationToken cancellationToken)
        where TResponse : class => TryMembersAsync(
        async (member, token, timeout) =>
        {
            var body = JsonSerializer.SerializeToUtf8Bytes(request, requestType);
            using var response = await SendAsync(member, path, body, token, HttpCompletionOption.ResponseContentRead, timeout);
            var message = JsonSerializer.Deserialize(await response.Content.ReadAsByteArrayAsync(timeout), responseType)
                ?? throw new JsonException("the body is null");
            if (findFault(message) is { } fault)
                throw fault;
            _contact.Heard();
            return message;
        },
        cancellationToken);

    private async Task<T> TryMembersAsync<T>(Func<Uri, string?, CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        Exception? cause = null;
        foreach (var member in _members.Attempts())
        {
            try
            {
                return await CallSignedInAsync(member, call, cancellationToken);
            }
            catch (Exception exception) when (!cancellationToken.IsCancellationRequested && IsSilence(exception))
            {
                cause = exception;
                _members.Avoid(member);
            }
        }

        var reason = cause is OperationCanceledException
            ? $"no response within {CallTimeout.TotalMilliseconds} ms" : cause!.Message.TrimEnd('.');
        throw new EtcdException($"No member of etcd serves ({string.Join(", ", _members.InOrder())}): {reason}.", cause);
    }

    // Returns whether the next member may serve although this one did not.
    private static bool IsSilence(Exception exception) =>
        exception is OperationCanceledException or HttpRequestException or IOException or JsonException
            or EtcdException { Code: EtcdException.NoResponse };

    private async Task<T> CallSignedInAsync<T>(
        Uri member, Func<Uri, string?, CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        var token = Volatile.Read(ref _token) ?? await SignInAsync(member, refused: null, cancellationToken);
        try
        {
            return await WithinAsync(CallTimeout, timeout => call(member, token, timeout), cancellationToken);
        }
        catch (EtcdException exception) when (exception.IsTokenRefused && token is not null)
        {
            var other = await SignInAsync(member, token, cancellationToken);
            return await WithinAsync(CallTimeout, timeout => call(member, other, timeout), cancellationToken);
        }
    }

    // Returns null without an account.
    private Task<string?> SignInAsync(Uri member, string? refused, CancellationToken cancellationToken) =>
        _options.User is { Length: > 0 } user
            ? WithinAsync(SignInTimeout, timeout => SignInAsync(member, user, refused, timeout), cancellationToken)
            : Task.FromResult<string?>(null);

    private async Task<string?> SignInAsync(Uri member, string user, string? refused, CancellationToken cancellationToken)
    {
        await _signIn.WaitAsync(cancellationToken);
        try
        {
            // Another call may have signed in meanwhile.
            if (Volatile.Read(ref _token) is { } newer && newer != refused)
                return newer;
            var body = JsonSerializer.SerializeToUtf8Bytes(
                new AuthRequest(user, _options.Password ?? ""), EtcdJson.Context.AuthRequest);
            using var response = await SendAsync(
                member, "auth/authenticate", body, token: null, HttpCompletionOption.ResponseContentRead, cancellationToken);
            var token = JsonSerializer.Deserialize(
                await response.Content.ReadAsByteArrayAsync(cancellationToken), EtcdJson.Context.AuthResponse)?.Token;
            Volatile.Write(ref _token, token);
            return token;
        }
        finally
        {
            _signIn.Release();
        }
    }

    private async Task<T> WithinAsync<T>(TimeSpan time, Func<CancellationToken, Task<T>> call, CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(time, _time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        return await call(both.Token);
    }

    private async Task<HttpResponseMessage> SendAsync(
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
            var fault = EtcdValue.TryRead(text, EtcdJson.Context.EtcdFault);
            // 5xx: this member can't serve now, which the next one may.
            throw new EtcdException($"etcd refused {path}: {fault?.Message ?? response.StatusCode.ToString()}.")
            {
                Code = (int)response.StatusCode >= 500 ? EtcdException.NoResponse : fault?.Code ?? EtcdException.NoCode,
            };
        }
    }
}
