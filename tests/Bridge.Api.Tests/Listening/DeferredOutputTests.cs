using System.Buffers;
using System.Collections.Concurrent;
using System.IO.Pipelines;
using System.Text;
using Bridge.Api.Http;
using Bridge.SocketPool.Scheduling;

namespace Bridge.Api.Tests.Listening;

/// <summary>Responses whose replies arrived together are sent after all of them, and no response overtakes or passes the limit.</summary>
public sealed class DeferredOutputTests
{
    private const int Limit = 64;

    private readonly Pipe _pipe = new(new PipeOptions(
        readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline, pauseWriterThreshold: Limit, resumeWriterThreshold: 1,
        useSynchronizationContext: false));

    private readonly DeferredOutput _output;

    public DeferredOutputTests() => _output = new DeferredOutput(_pipe.Writer);

    [Fact]
    public void A_response_is_sent_after_the_replies_that_arrived_with_its_own() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: true);
            Write("one");
            Assert.Equal("", Sent());
            AfterReplies.Expect(more: false);
            Assert.Equal("", Sent());
            AfterReplies.Run();
            Assert.Equal("one", Sent());
        });

    [Fact]
    public void A_response_whose_reply_came_alone_is_sent_at_once() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: false);
            Write("one");
            Assert.Equal("one", Sent());
            Assert.False(AfterReplies.ArePending);
        });

    [Fact]
    public void The_next_response_sends_the_one_that_was_put_off() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: true);
            Write("one");
            OwnThread.Run(() => Write("two"));
            Assert.Equal("onetwo", Sent());
            AfterReplies.Run();
            Assert.Equal("", Sent());
        });

    [Fact]
    public void Several_responses_are_put_off_one_after_the_other() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: true);
            Write("one");
            Write("two");
            Assert.Equal("one", Sent());
            AfterReplies.Run();
            Assert.Equal("two", Sent());
        });

    [Fact]
    public void The_end_of_the_connection_sends_what_was_put_off() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: true);
            Write("one");
            _output.Complete();
            Assert.Equal("one", Sent());
            AfterReplies.Run();
        });

    [Fact]
    public void A_client_that_takes_nothing_is_waited_for() =>
        OwnThread.Run(() =>
        {
            AfterReplies.Expect(more: true);
            Assert.True(Write(new string('a', Limit)).IsCompleted);
            var second = Write("b");
            Assert.False(second.IsCompleted);
            Assert.Equal(new string('a', Limit) + "b", Sent());
            Assert.True(second.IsCompleted);
            Assert.True(Write("c").IsCompleted);
            Assert.Equal("", Sent());
            AfterReplies.Run();
            Assert.Equal("c", Sent());
        });

    // As when a client sends several requests at once, and the second is answered on a thread of the pool.
    [Fact]
    public void Another_thread_writes_only_after_the_response_that_is_being_sent()
    {
        using var inner = new SlowWriter(_pipe.Writer);
        var output = new DeferredOutput(inner);
        var sender = new Thread(() =>
        {
            AfterReplies.Expect(more: true);
            Write(output, "one");
            AfterReplies.Run();
        });
        sender.Start();
        inner.WaitForFlush();
        var writer = new Thread(() => Write(output, "two"));
        writer.Start();
        SpinWait.SpinUntil(() => writer.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
        Assert.Equal(["write", "flush"], inner.Calls);
        inner.EndFlush();
        sender.Join();
        writer.Join();
        Assert.Equal(["write", "flush", "flushed", "write", "flush", "flushed"], inner.Calls);
        Assert.Equal("onetwo", Sent());
    }

    private Task<FlushResult> Write(string text) => Write(_output, text);

    private string Sent() => Sent(_pipe.Reader);

    private static Task<FlushResult> Write(PipeWriter output, string text)
    {
        output.Write(Encoding.ASCII.GetBytes(text));
        return output.FlushAsync(CancellationToken.None).AsTask();
    }

    private static string Sent(PipeReader reader)
    {
        if (!reader.TryRead(out var read))
            return "";
        var text = Encoding.ASCII.GetString(read.Buffer);
        reader.AdvanceTo(read.Buffer.End);
        return text;
    }

    // Its flushes begin and end when the test says so.
    private sealed class SlowWriter(PipeWriter inner) : PipeWriter, IDisposable
    {
        private readonly ManualResetEventSlim _begun = new();
        private readonly ManualResetEventSlim _mayEnd = new();
        private readonly ConcurrentQueue<string> _calls = new();

        public IEnumerable<string> Calls => _calls;

        public void WaitForFlush() => _begun.Wait(Eventually.Patience);

        public void EndFlush() => _mayEnd.Set();

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
        {
            _calls.Enqueue("flush");
            _begun.Set();
            _mayEnd.Wait(Eventually.Patience, CancellationToken.None);
            var flush = inner.FlushAsync(cancellationToken);
            _calls.Enqueue("flushed");
            return flush;
        }

        public override Memory<byte> GetMemory(int sizeHint = 0) => inner.GetMemory(sizeHint);

        public override Span<byte> GetSpan(int sizeHint = 0)
        {
            _calls.Enqueue("write");
            return inner.GetSpan(sizeHint);
        }

        public override void Advance(int bytes) => inner.Advance(bytes);

        public override void CancelPendingFlush() => inner.CancelPendingFlush();

        public override void Complete(Exception? exception = null) => inner.Complete(exception);

        public void Dispose()
        {
            _begun.Dispose();
            _mayEnd.Dispose();
        }
    }
}
