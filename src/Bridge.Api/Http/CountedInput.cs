using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Http;

/// <summary>
/// The transport of a connection. Counts the bytes of an unfinished request head that Kestrel leaves in it, and ends the request when they
/// are too many.
/// </summary>
/// <remarks>A finished head costs a comparison. One object and not two, because each connection keeps it.</remarks>
internal sealed class CountedInput(
    RequestBuffers buffers, ConnectionContext connection, IDuplexPipe transport, int freeBytes, bool isStranger) : PipeReader, IDuplexPipe
{
    private readonly PipeReader _inner = transport.Input;
    private BufferBudget.Share? _share;
    private bool _isStranger = isStranger;
    private bool _holds;

    public PipeReader Input => this;

    public PipeWriter Output { get; } = transport.Output;

    /// <summary>What counts this connection.</summary>
    public RequestBuffers Buffers => buffers;

    /// <summary>Whether the unfinished bytes are those of a body, which is counted where it is read.</summary>
    public bool IsReadingBody { get; set; }

    /// <summary>Returns the one under a request.</summary>
    public static CountedInput Of(HttpContext context) =>
        (CountedInput)context.Features.GetRequiredFeature<IConnectionTransportFeature>().Transport;

    /// <summary>Notes that the client has sent a good token over this connection.</summary>
    public void Trust()
    {
        if (!_isStranger)
            return;
        _isStranger = false;
        _share?.Trust();
    }

    /// <exception cref="BadHttpRequestException">The budget is used up (503). All of the head is dropped.</exception>
    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
        _holds && !IsReadingBody ? GatherLineAsync(cancellationToken) : _inner.ReadAsync(cancellationToken);

    public override bool TryRead(out ReadResult result) => _inner.TryRead(out result);

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    /// <exception cref="BadHttpRequestException">
    /// The head is too long for its address (414), or the budget is used up (503). All of it is dropped.
    /// </exception>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        // Within one block of the buffer it isn't long.
        var refusal = ReferenceEquals(consumed.GetObject(), examined.GetObject()) && !_holds ? null : Count(consumed, examined);
        _inner.AdvanceTo(refusal is null ? consumed : examined, examined);
        if (refusal is not null)
            throw refusal;
    }

    public override void CancelPendingRead() => _inner.CancelPendingRead();

    public override void Complete(Exception? exception = null) => _inner.Complete(exception);

    // Kestrel looks through the whole line again with every 4 KiB that arrive, which for 3 MiB takes a tenth of a second of the socket
    // thread.
    private async ValueTask<ReadResult> GatherLineAsync(CancellationToken cancellationToken)
    {
        var seen = 0L;
        while (true)
        {
            var read = await _inner.ReadAsync(cancellationToken);
            await InlineScheduling.SwitchToThreadPool();
            var head = read.Buffer;
            if (read.IsCompleted || read.IsCanceled || head.Length >= HttpLimits.RequestLineBytes
                || head.Slice(seen).PositionOf((byte)'\n') is not null)
                return read;
            seen = head.Length;
            var refusal = Hold(seen);
            _inner.AdvanceTo(refusal is null ? head.Start : head.End, head.End);
            if (refusal is not null)
                throw refusal;
        }
    }

    private BadHttpRequestException? Count(SequencePosition consumed, SequencePosition examined)
    {
        if (IsReadingBody || consumed.GetObject() is not ReadOnlySequenceSegment<byte> first
            || examined.GetObject() is not ReadOnlySequenceSegment<byte> last)
            return null;
        var head = new ReadOnlySequence<byte>(first, consumed.GetInteger(), last, examined.GetInteger());
        return head.Length > freeBytes && !buffers.Addresses.MayBeIn(head)
            ? new BadHttpRequestException("The request line is longer than this path accepts.", StatusCodes.Status414UriTooLong)
            : Hold(head.Length);
    }

    private BadHttpRequestException? Hold(long bytes)
    {
        // A long line that is whole keeps its share: it is copied, and its connection ends with its request.
        _holds = bytes > freeBytes;
        if (!_holds)
            return null;
        _share ??= NewShare();
        if (_share.TryHold(bytes))
            return null;
        _holds = false;
        _share.Dispose();
        return new BadHttpRequestException(
            "The requests of all clients use all the memory that the bridge reserves for "
            + "requests.", StatusCodes.Status503ServiceUnavailable);
    }

    // Only once there is something to give back when the connection ends.
    private BufferBudget.Share NewShare()
    {
        var share = buffers.ShareOfHeads(_isStranger);
        connection.ConnectionClosed.UnsafeRegister(static share => ((BufferBudget.Share)share!).Dispose(), share);
        return share;
    }
}
