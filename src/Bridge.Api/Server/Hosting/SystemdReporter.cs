using System.Globalization;
using System.Net.Sockets;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Outbound;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Hosting.Systemd;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Reports to systemd when the bridge serves and then, twice in each WatchdogSec of the unit, that it still answers: it sends itself a
/// request, so that systemd restarts a bridge whose socket threads or thread pool hang.
/// </summary>
/// <remarks>
/// The library's own lifetime knows no watchdog, and would handle neither SIGINT nor SIGQUIT, so only its notifier is used.
/// </remarks>
/// <param name="systemd">Sends the reports.</param>
/// <param name="watchdog">The unit's WatchdogSec; zero without a watchdog.</param>
/// <param name="server">Knows the addresses.</param>
/// <param name="lifetime">Knows when the bridge serves.</param>
/// <param name="time">The clock.</param>
/// <param name="guard">Runs the work.</param>
internal sealed class SystemdReporter(
    ISystemdNotifier systemd, TimeSpan watchdog, IServer server, IHostApplicationLifetime lifetime, TimeProvider time, WorkGuard guard)
    : BackgroundWork(guard)
{
    private static readonly ServiceState Alive = new("WATCHDOG=1");

    /// <summary>Adds it if systemd started the program and waits for reports.</summary>
    public static void Add(IServiceCollection services)
    {
        var systemd = new SystemdNotifier();
        if (!systemd.IsEnabled)
            return;
        _ = long.TryParse(
            Environment.GetEnvironmentVariable("WATCHDOG_USEC"), NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds);
        var watchdog = TimeSpan.FromMicroseconds(microseconds);
        services.AddHostedService(provider => ActivatorUtilities.CreateInstance<SystemdReporter>(provider, systemd, watchdog));
    }

    protected override async Task RunAsync(CancellationToken stopping)
    {
        var serves = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var started = lifetime.ApplicationStarted.UnsafeRegister(
            static serves => ((TaskCompletionSource)serves!).TrySetResult(), serves);
        await serves.Task.WaitAsync(stopping);
        systemd.Notify(ServiceState.Ready);
        if (watchdog == TimeSpan.Zero)
            return;

        using var client = CreateClient();
        using var tick = new PeriodicTimer(watchdog / 2, time);
        do
        {
            if (await AnswersAsync(client, stopping))
                systemd.Notify(Alive);
        }
        while (await tick.WaitForNextTickAsync(stopping));
    }

    // A refusal is an answer too, like one because of a rate limit, of too many connections, or of the name in the certificate. Without
    // descriptors for its own request the bridge may still serve those that it has.
    private async Task<bool> AnswersAsync(HttpClient client, CancellationToken stopping)
    {
        using var limit = new CancellationTokenSource(watchdog / 2, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stopping);
        try
        {
            using var response = await client.GetAsync(new Uri("/health/live", UriKind.Relative), either.Token);
            return true;
        }
        catch (HttpRequestException exception)
        {
            return exception.HttpRequestError != HttpRequestError.ConnectionError || TemporaryFailure.Is(exception);
        }
        catch (OperationCanceledException) when (!stopping.IsCancellationRequested)
        {
            return false;
        }
    }

    private HttpClient CreateClient()
    {
        var addresses = server.Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Select(BindingAddress.Parse).ToArray();
        if (addresses.Select(LocalAddress.Of).FirstOrDefault(url => url is not null) is { } url)
        {
            var client = OutboundHttp.CreateClient(url, Timeout.InfiniteTimeSpan);
            client.BaseAddress = url;
            return client;
        }

        var path = addresses[0].UnixPipePath;
        return new HttpClient(new SocketsHttpHandler { ConnectCallback = (_, cancellation) => ConnectAsync(path, cancellation) })
        {
            BaseAddress = new Uri("http://localhost"),
        };
    }

    private static async ValueTask<Stream> ConnectAsync(string path, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellationToken);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
