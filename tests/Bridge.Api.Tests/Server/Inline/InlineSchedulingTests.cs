using System.Buffers;
using System.IO.Pipelines;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Limits;
using Bridge.Api.Tests.Server.Bodies;
using Bridge.Api.Tests.Server.Hosting;
using Bridge.Api.Tests.Server.Limits;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Tests.Server.Inline;

/// <summary>Checks what may run on an event-loop thread; a thread of the test stands in for it.</summary>
public sealed class InlineSchedulingTests
{
    private static readonly byte[] Half = new byte[2048];

    [Theory]
    [InlineData(true, 0, null, true)]
    [InlineData(true, 1024, null, true)]
    [InlineData(true, 1025, null, false)]
    [InlineData(true, 0, 4096L, true)]
    [InlineData(true, 0, 4097L, false)]
    [InlineData(false, 0, null, false)]
    public async Task Only_quick_commands_with_short_bodies_run_inline(bool isMarked, int query, long? body, bool stays) =>
        Assert.Equal(stays, await RunsInlineAsync(Context(isMarked, query, body)));

    [Fact]
    public async Task A_chunked_body_does_not_run_inline()
    {
        var context = Context(isMarked: true, query: 0, body: null);
        context.Request.Headers.TransferEncoding = "chunked";
        Assert.False(await RunsInlineAsync(context));
    }

    [Fact]
    public async Task A_request_over_TLS_never_runs_inline()
    {
        var context = Context(isMarked: true, query: 0, body: null);
        context.Request.Scheme = "https";
        Assert.False(await RunsInlineAsync(context));
    }

    // Requests that are refused before routing have no endpoint. Their work on the thread pool may finish before this thread checks
    // for its end, and must not return to this thread.
    [Fact]
    public async Task A_request_without_an_endpoint_moves_to_the_thread_pool_and_stays_there()
    {
        for (var round = 0; round < 2000; round++)
            Assert.False(await RunsInlineAsync(new DefaultHttpContext()));
    }

    [Theory]
    [InlineData(true, 4096L, true)]
    [InlineData(true, 4097L, false)]
    [InlineData(false, 4096L, false)]
    public async Task A_late_body_is_read_on_the_thread_pool_unless_the_command_is_quick(bool isMarked, long? length, bool stays)
    {
        var body = new Pipe(new PipeOptions(readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline,
            useSynchronizationContext: false));
        var context = Context(isMarked, query: 0, length);
        context.Features.Set<IRequestBodyPipeFeature>(new Body(body.Reader));
        await body.Writer.WriteAsync(Half, TestContext.Current.CancellationToken);

        var waiting = WaitAsync(context.Request);
        Assert.False(waiting.IsCompleted);
        Run(() =>
        {
            body.Writer.Write(Half);
            body.Writer.Complete();
        });

        Assert.Equal(stays, await waiting);
        Assert.True(body.Reader.TryRead(out var read));
        Assert.Equal((2 * Half.Length, true), (read.Buffer.Length, read.IsCompleted));
    }

    // Returns whether the request ran on the thread itself, and not on the thread pool.
    private static async Task<bool> RunsInlineAsync(HttpContext context)
    {
        var ran = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        var guard = new InlineSchedulingGuard(_ =>
        {
            ran.SetResult(!Thread.CurrentThread.IsThreadPoolThread);
            return Task.CompletedTask;
        });
        Run(() => guard.InvokeAsync(context));
        return await ran.Task;
    }

    private static async Task<bool> WaitAsync(HttpRequest request)
    {
        await request.WholeBodyAsync().ConfigureAwait(false);
        return !Thread.CurrentThread.IsThreadPoolThread;
    }

    private static DefaultHttpContext Context(bool isMarked, int query, long? body)
    {
        var context = new DefaultHttpContext();
        new CountedConnection(new BufferBudget()).Carry(context);
        context.SetEndpoint(new Endpoint(null, isMarked ? new EndpointMetadataCollection(new RunInlineAttribute()) : null, "any"));
        context.Request.QueryString = new QueryString(query == 0 ? "" : "?" + new string('a', query - 1));
        context.Request.ContentLength = body;
        return context;
    }

    // A dedicated thread outside of the thread pool. Lasts until its work is done.
    private static void Run(Action work)
    {
        var thread = new Thread(() => work());
        thread.Start();
        thread.Join();
    }

    private sealed record Body(PipeReader Reader) : IRequestBodyPipeFeature;
}
