using System.Buffers;
using System.Collections.Concurrent;
using System.IO.Pipelines;
using System.Net;
using Bridge.Api.Server.Inline;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Bridge.Api.Tests.Server.Inline;

/// <summary>
/// TLS work runs in the thread pool, never on an event-loop thread; threads of the test stand in for those.
/// </summary>
public sealed class TlsEndpointTests : IDisposable
{
    private static readonly PipeOptions Inline = new(readerScheduler: PipeScheduler.Inline,
        writerScheduler: PipeScheduler.Inline, pauseWriterThreshold: 8,
        resumeWriterThreshold: 4, useSynchronizationContext: false);

    private readonly SelfSigned _certificate = new();

    public void Dispose() => _certificate.Dispose();

    [Fact]
    public async Task Handshakes_of_TLS_endpoints_run_on_the_thread_pool()
    {
        var seen = new ConcurrentQueue<(bool IsPooled, bool IsWrapped)>();
        var builder = WebApplication.CreateSlimBuilder();
        builder.AddBridge();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(https =>
                https.ServerCertificateSelector = (connection, _) =>
                {
                    seen.Enqueue((Thread.CurrentThread.IsThreadPoolThread, connection?.Transport is PooledTransport));
                    return _certificate.Certificate;
                }));
        });
        await using var app = builder.Build();
        app.Run(context => context.Response.WriteAsync(context.Request.Scheme));
        await app.StartAsync(TestContext.Current.CancellationToken);

        var address = new Uri(app.Urls.Single(url => url.StartsWith("https", StringComparison.Ordinal)));
        for (var i = 0; i < 20; i++)
        {
            using var client = _certificate.Client(i % 2 == 0 ? HttpVersion.Version11 : HttpVersion.Version20);
            Assert.Equal("https", await client.GetStringAsync(address, TestContext.Current.CancellationToken));
        }

        Assert.Equal(20, seen.Count);
        Assert.All(seen, each => Assert.Equal((true, true), each));
    }

    [Fact]
    public async Task A_waiting_read_or_flush_continues_on_the_thread_pool()
    {
        var (incoming, outgoing) = (new Pipe(Inline), new Pipe(Inline));
        var endpoint = new TlsEndpoint();
        endpoint.TurnOn(new HttpsConnectionAdapterOptions());
        var threads = new ConcurrentQueue<bool>();
        var serve = endpoint.Before(async connection =>
        {
            threads.Enqueue(Thread.CurrentThread.IsThreadPoolThread);
            var read = await connection.Transport.Input.ReadAsync();
            threads.Enqueue(Thread.CurrentThread.IsThreadPoolThread);
            connection.Transport.Input.AdvanceTo(read.Buffer.End);
            connection.Transport.Output.Write(new byte[8]);
            await connection.Transport.Output.FlushAsync();
            threads.Enqueue(Thread.CurrentThread.IsThreadPoolThread);
        });

        var own = new DuplexPipe(incoming.Reader, outgoing.Writer);
        var connection = new DefaultConnectionContext("1", own, own);
        Task? serving = null;
        Run(() => serving = serve(connection));
        await Eventually.HoldsAsync(() => threads.Count == 1);
        Run(() => _ = incoming.Writer.WriteAsync(new byte[1]).AsTask());
        var written = await outgoing.Reader.ReadAsync(TestContext.Current.CancellationToken);
        Run(() => outgoing.Reader.AdvanceTo(written.Buffer.End));
        await serving!;
        Assert.Equal([true, true, true], threads);
        Assert.Same(own, connection.Transport);
    }

    [Fact]
    public void An_endpoint_without_TLS_is_unchanged()
    {
        ConnectionDelegate next = _ => Task.CompletedTask;
        Assert.Same(next, new TlsEndpoint().Before(next));
    }

    // A dedicated thread outside of the thread pool. Lasts until its work is done.
    private static void Run(Action work)
    {
        var thread = new Thread(() => work());
        thread.Start();
        thread.Join();
    }

    private sealed record DuplexPipe(PipeReader Input, PipeWriter Output) : IDuplexPipe;
}
