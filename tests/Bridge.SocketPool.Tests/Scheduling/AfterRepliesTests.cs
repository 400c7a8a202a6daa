using System.Collections.Concurrent;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Scheduling;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Scheduling;

/// <summary>What callers put off runs once all replies that arrived with theirs are handled.</summary>
public sealed class AfterRepliesTests : FakedSocket
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null) with { ContinuesInline = true };

    private readonly ConcurrentQueue<string> _steps = new();
    private bool _throws;

    [Fact]
    public async Task Replies_that_arrive_together_are_handled_before_what_was_put_off()
    {
        await ReplyAsync(3, "");
        Assert.Equal(["reply 0", "reply 1", "reply 2", "work 0", "work 1", "work 2"], _steps);
    }

    [Fact]
    public async Task A_reply_alone_has_nothing_to_wait_for()
    {
        await ReplyAsync(1, "");
        Assert.Equal(["reply 0", "at once 0"], _steps);
    }

    [Fact]
    public async Task What_was_put_off_runs_although_the_next_message_breaks_the_protocol()
    {
        await ReplyAsync(2, "nonsense\n");
        await Eventually.HoldsAsync(() => _steps.Count == 4);
        Assert.Equal(["reply 0", "reply 1", "work 0", "work 1"], _steps);
    }

    [Fact]
    public async Task The_rest_of_what_was_put_off_runs_although_one_part_throws()
    {
        _throws = true;
        await ReplyAsync(3, "");
        Assert.Equal(["reply 0", "reply 1", "reply 2", "work 0", "work 1", "work 2"], _steps);
        await Eventually.HoldsAsync(() => Connection.IsBroken, "the error is noticed");
    }

    // Sends the replies and the rest as one.
    private async Task ReplyAsync(int count, string rest)
    {
        var callers = new List<Task>();
        var replies = new List<byte>();
        FakeConnection? connection = null;
        for (var i = 0; i < count; i++)
        {
            callers.Add(CallAsync(i));
            var request = await Fake.NextRequestAsync();
            connection = request.Connection;
            replies.AddRange(WireText.Message(request.Id, "ok", 1, ["7"], []));
        }

        await connection!.SendAsync((byte[])[.. replies, .. System.Text.Encoding.ASCII.GetBytes(rest)]);
        await Task.WhenAll(callers);
    }

    private async Task CallAsync(int number)
    {
        using var reply = await Connection.SendAsync(Read, long.MaxValue, CancellationToken.None).ConfigureAwait(false);
        _steps.Enqueue($"reply {number}");
        var work = new Work(() => _steps.Enqueue($"work {number}"), _throws && number == 0);
        if (AfterReplies.TryAdd(work))
            await work.Done.ConfigureAwait(false);
        else
            _steps.Enqueue($"at once {number}");
    }

    private sealed class Work(Action action, bool throws) : IThreadPoolWorkItem
    {
        private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Done => _done.Task;

        public void Execute()
        {
            action();
            _done.SetResult();
            if (throws)
                throw new InvalidOperationException("planted");
        }
    }
}
