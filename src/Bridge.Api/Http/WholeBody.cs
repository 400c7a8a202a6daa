using System.IO.Pipelines;
using Bridge.Api.Errors;

namespace Bridge.Api.Http;

/// <summary>Waits for whole bodies, within the budget for all of them and within a time.</summary>
internal static class WholeBody
{
    /// <summary>The longest that a body may take, however long it is.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Waits until the whole body has arrived, and continues on the thread pool unless the request may run inline: code that waits while
    /// it reads the body would continue on the socket thread. The body can be read afterwards without waiting.
    /// </summary>
    /// <exception cref="BadHttpRequestException">
    /// It is longer than the endpoint takes, comes too slowly, or comes in malformed chunks.
    /// </exception>
    /// <exception cref="RequestException">
    /// It takes more than <see cref="MaxTime"/> (408), or the memory for bodies is used up (503).
    /// </exception>
    public static async ValueTask WholeBodyAsync(this HttpRequest request)
    {
        var reader = request.BodyReader;
        try
        {
            if (!reader.TryRead(out var read))
                await GatherAsync(request.HttpContext, reader, null);
            else if (!read.IsCompleted)
                await GatherAsync(request.HttpContext, reader, read);
            else
                reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
        // Kestrel has another exception for a chunk of 2 GiB or more than for every other malformed one.
        catch (IOException exception) when (exception.InnerException is OverflowException)
        {
            throw new BadHttpRequestException("The body has a chunk with a size that is too large.", exception);
        }

        if (!InlineScheduling.CanRunInline(request.HttpContext))
            await InlineScheduling.SwitchToThreadPool();
    }

    private static async Task GatherAsync(HttpContext context, PipeReader reader, ReadResult? begun)
    {
        var input = CountedInput.Of(context);
        BufferBudget.Share? share = null;
        var deadline = new Deadline(reader);
        // Kestrel doesn't take the next read after one that a token has cancelled.
        var timer = input.Buffers.Time.CreateTimer(
            static deadline => ((Deadline)deadline!).Pass(), deadline, MaxTime, Timeout.InfiniteTimeSpan);
        input.IsReadingBody = true;
        try
        {
            while (true)
            {
                var read = begun ?? await reader.ReadAsync(context.RequestAborted);
                begun = null;
                if (deadline.HasPassed || !TryHold(context, input.Buffers, ref share, read.Buffer.Length))
                {
                    reader.AdvanceTo(read.Buffer.End);
                    throw deadline.HasPassed ? TooSlow() : UsedUp();
                }

                reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
                if (read.IsCompleted)
                    return;
            }
        }
        finally
        {
            input.IsReadingBody = false;
            // Waits for a callback that runs: one that cancels a later read would break that.
            await timer.DisposeAsync();
        }
    }

    private static bool TryHold(HttpContext context, RequestBuffers buffers, ref BufferBudget.Share? share, long bytes)
    {
        if (share is null)
        {
            if (bytes <= RequestBuffers.FreeBodyBytes)
                return true;
            share = buffers.ShareOfBody();
            // What reads the body copies it, and needs it to the end of the request.
            context.Response.RegisterForDispose(share);
        }

        return share.TryHold(bytes);
    }

    private static RequestException TooSlow() =>
        new(ProblemTypes.TooSlow, $"The body took longer than {MaxTime.TotalSeconds:0} s. The bridge used none of it.");

    private static RequestException UsedUp() =>
        new(ProblemTypes.Overloaded,
            "The requests of all clients use all the memory that the bridge reserves for them. The bridge used none of this body.");

    private sealed class Deadline(PipeReader reader)
    {
        private volatile bool _hasPassed;

        public bool HasPassed => _hasPassed;

        public void Pass()
        {
            _hasPassed = true;
            reader.CancelPendingRead();
        }
    }
}
