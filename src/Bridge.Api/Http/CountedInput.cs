using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Http;

/// <summary>
/// Wraps the transport of a connection. Counts the bytes of an unfinished request head that Kestrel leaves in it, and fails the request
/// if they are too many.
/// </summary>
/// <remarks>A finished head costs one comparison. One object implements both interfaces, because each connection keeps it.</remarks>
internal sealed class CountedInput(
    RequestBuffers buffers, ConnectionContext connection, IDuplexPipe transport, int freeBytes, bool isUntrusted) : PipeReader, IDuplexPipe
{
    private readonly PipeReader _inner = transport.Input;
    private BufferBudget.Share? _share;
    private bool _isUntrusted = isUntrusted;
    private bool _isLong;

    public PipeReader Input => this;

    public PipeWriter Output { get; } = transport.Output;

    /// <summary>Gets the counter of the endpoint's connections.</summary>
    public RequestBuffers Buffers => buffers;

    /// <summary>Gets or sets whether the unfinished bytes belong to a body, which is counted where it is read.</summary>
    public bool IsReadingBody { get; set; }

    /// <summary>Returns the input of a request's connection.</summary>
    public static CountedInput Of(HttpContext context) =>
        (CountedInput)context.Features.GetRequiredFeature<IConnectionTransportFeature>().Transport;

    /// <summary>Records that the client has sent a valid token over this connection.</summary>
    public void Trust()
    {
        if (!_isUntrusted)
            return;
        _isUntrusted = false;
        _share?.Trust();
    }

    /// <exception cref="BadHttpRequestException">The budget is used up (503). The whole head is dropped.</exception>
    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        NextRequest.Await(connection, buffers.Time);
        return _isLong && !IsReadingBody ? GatherLineAsync(cancellationToken) : _inner.ReadAsync(cancellationToken);
    }

    public override bool TryRead(out ReadResult result) => _inner.TryRead(out result);

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    /// <exception cref="BadHttpRequestException">
    /// The head is too long for its address (414), or the budget is used up (503). The whole head is dropped.
    /// </exception>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        // A head within one block of the buffer is short.
        var refusal = ReferenceEquals(consumed.GetObject(), examined.GetObject()) && !_isLong ? null : Count(consumed, examined);
        _inner.AdvanceTo(refusal is null ? consumed : examined, examined);
        if (refusal is not null)
            throw refusal;
    }

    public override void CancelPendingRead() => _inner.CancelPendingRead();

    public override void Complete(Exception? exception = null) => _inner.Complete(exception);

    // Kestrel scans the whole line again with every 4 KiB that arrive, which for 3 MiB would take a tenth of a second of the socket
    // thread. So the line is collected here. Few connections do it at the same time, so that short requests find a free thread.
    private async ValueTask<ReadResult> GatherLineAsync(CancellationToken cancellationToken)
    {
        var seen = 0L;
        while (true)
        {
            var read = await _inner.ReadAsync(cancellationToken);
            await InlineScheduling.SwitchToThreadPool();
            await buffers.Turns.WaitAsync(CancellationToken.None);
            try
            {
                var head = read.Buffer;
                if (read.IsCompleted || read.IsCanceled || head.Length >= HttpLimits.RequestLineBytes
                    || head.Slice(seen).PositionOf((byte)'\n') is not null)
                    return read;
                seen = head.Length;
                var refusal = Count(head);
                // Copies what has arrived since, on this thread.
                _inner.AdvanceTo(refusal is null ? head.Start : head.End, head.End);
                if (refusal is not null)
                    throw refusal;
            }
            finally
            {
                buffers.Turns.Release();
            }
        }
    }

    private BadHttpRequestException? Count(SequencePosition consumed, SequencePosition examined)
    {
        if (IsReadingBody || consumed.GetObject() is not ReadOnlySequenceSegment<byte> first
            || examined.GetObject() is not ReadOnlySequenceSegment<byte> last)
            return null;
        return Count(new ReadOnlySequence<byte>(first, consumed.GetInteger(), last, examined.GetInteger()));
    }

    private BadHttpRequestException? Count(in ReadOnlySequence<byte> head)
    {
        _isLong = !head.IsSingleSegment;
        // A long line that is complete keeps its share: it is copied, and its connection closes after its request.
        if (head.Length <= freeBytes)
            return null;
        if (!buffers.Addresses.MayBeIn(head))
            return new BadHttpRequestException("The request line is longer than this path accepts.", StatusCodes.Status414UriTooLong);
        _share ??= NewShare();
        if (_share.TryHold(head.Length))
            return null;
        _isLong = false;
        _share.Dispose();
        return new BadHttpRequestException(
            "The requests of all clients use all the memory that the bridge reserves for "
            + "requests.", StatusCodes.Status503ServiceUnavailable);
    }

    // Created late, because most connections never need one, and it must return its bytes when the connection closes.
    private BufferBudget.Share NewShare()
    {
        var share = buffers.ShareOfHeads(_isUntrusted);
        connection.ConnectionClosed.UnsafeRegister(static share => ((BufferBudget.Share)share!).Dispose(), share);
        return share;
    }
}
