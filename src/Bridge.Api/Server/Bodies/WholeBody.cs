using System.IO.Pipelines;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Limits;

namespace Bridge.Api.Server.Bodies;

/// <summary>Waits for whole bodies, within the memory budget and a timeout.</summary>
internal static class WholeBody
{
    /// <summary>Max time for a body of any length.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Waits until the whole body has arrived, and continues on the thread pool unless the request may run inline: a method that waits
    /// while reading the body would continue on the socket thread. Afterwards the body can be read without waiting.
    /// </summary>
    /// <exception cref="BadHttpRequestException">
    /// The body is longer than the endpoint accepts, arrives too slowly, or has malformed chunks.
    /// </exception>
    /// <exception cref="RequestException">
    /// The body takes more than <see cref="MaxTime"/> (408), or the memory for bodies is used up (503).
    /// </exception>
    public static async ValueTask WholeBodyAsync(this HttpRequest request)
    {
        var reader = request.BodyReader;
        try
        {
            if (!reader.TryRead(out var read))
                await GatherAsync(request.HttpContext, reader, first: null);
            else if (!read.IsCompleted)
                await GatherAsync(request.HttpContext, reader, read);
            else
                reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
        // For a chunk of 2 GiB or more, Kestrel throws another exception than for every other malformed chunk.
        catch (IOException exception) when (exception.InnerException is OverflowException)
        {
            throw new BadHttpRequestException("The body has a chunk with a size that is too large.", exception);
        }

        if (!InlineScheduling.CanRunInline(request.HttpContext))
            await InlineScheduling.SwitchToThreadPool();
    }

    private static async Task GatherAsync(HttpContext context, PipeReader reader, ReadResult? first)
    {
        var input = CountedInput.Of(context);
        BufferBudget.Share? share = null;
        var deadline = new Deadline(reader);
        // Not a cancellation token: after a cancelled read Kestrel refuses the next one.
        var timer = input.Buffers.Time.CreateTimer(
            static deadline => ((Deadline)deadline!).Pass(), deadline, MaxTime, Timeout.InfiniteTimeSpan);
        input.IsReadingBody = true;
        try
        {
            while (true)
            {
                var read = first ?? await reader.ReadAsync(context.RequestAborted);
                first = null;
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
            // Waits for a running callback, which could otherwise cancel a later read.
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
            // The code that reads the body copies it, and needs the copy until the request ends.
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
