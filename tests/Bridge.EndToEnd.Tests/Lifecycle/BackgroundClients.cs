using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>
/// Clients that keep sending while the bridge is stopped: a load balancer that polls readiness with new connections, and a client
/// that keeps its connection.
/// </summary>
internal sealed class BackgroundClients
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private readonly Uri _address;
    private readonly List<string> _wrong = [];
    private readonly Task _asking;
    private volatile bool _isStopping;

    public BackgroundClients(Uri address)
    {
        _address = address;
        _asking = Task.WhenAll(WatchReadinessAsync(), AskOnAsync());
    }

    /// <summary>Gets how often readiness was answered with 503 and <c>stopping</c>.</summary>
    public int ToldUnready { get; private set; }

    /// <summary>Gets how often the other client was served after that.</summary>
    public int ServedUnready { get; private set; }

    public async Task<IReadOnlyList<string>> EndAsync()
    {
        _isStopping = true;
        await _asking.WaitAsync(Eventually.Patience);
        return _wrong;
    }

    private async Task WatchReadinessAsync()
    {
        while (true)
        {
            using var client = new HttpClient(new SocketsHttpHandler { PooledConnectionLifetime = TimeSpan.Zero })
                { BaseAddress = _address };
            if (await AskAsync(client, "/health/ready") is not { } end)
                return;
            if (end.Status == 503 && end.Text.Contains("#stopping", StringComparison.Ordinal))
                ToldUnready++;
            else if (end.Status != 200 || ToldUnready > 0)
                Add($"readiness: {end}");
            await Task.Delay(Pause, TimeProvider.System);
        }
    }

    private async Task AskOnAsync()
    {
        using var client = new HttpClient { BaseAddress = _address };
        for (var i = 0; ; i++)
        {
            var wasUnready = ToldUnready > 0;
            if (await AskAsync(client, $"/mgbaendpoint?message=m{i}") is not { } end)
                return;
            if (end.Status == 200 && end.Text == $"m{i}")
                ServedUnready += wasUnready ? 1 : 0;
            else if (end.Status != 503 || !end.Text.Contains("#stopping", StringComparison.Ordinal))
                Add($"echo {i}: {end}");
            await Task.Delay(Pause, TimeProvider.System);
        }
    }

    // Returns null once the bridge no longer listens, and after an error, which is recorded. A connection made just as the listener
    // closes is reset: the bridge has never seen it.
    private async Task<(int Status, string Text)?> AskAsync(HttpClient client, string path)
    {
        try
        {
            using var response = await client.GetAsync(path);
            return ((int)response.StatusCode, await response.Content.ReadAsStringAsync());
        }
        catch (HttpRequestException exception)
            when (exception.InnerException is SocketException { SocketErrorCode: SocketError.ConnectionRefused })
        {
            return null;
        }
        catch (HttpRequestException exception) when (ToldUnready > 0
            && Causes(exception).Any(cause => cause is SocketException { SocketErrorCode: SocketError.ConnectionReset }))
        {
            return null;
        }
        catch (Exception exception)
        {
            if (!_isStopping)
                Add($"{path}: {exception.GetType().Name} {exception.Message} {exception.InnerException?.Message}");
            return null;
        }
    }

    private static IEnumerable<Exception> Causes(Exception exception)
    {
        for (var cause = exception; cause is not null; cause = cause.InnerException)
            yield return cause;
    }

    private void Add(string what)
    {
        lock (_wrong)
            _wrong.Add(what);
    }
}
