using System.Buffers;
using System.IO.Pipelines;
using Bridge.Api.Server.Inline;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Server.Limits;

/// <summary>
/// Wraps the transport of a connection. Counts the bytes of an unfinished request head that Kestrel leaves in it, and fails the request
/// if they are too many.
/// </summary>
/// <remarks>A finished head costs one comparison. One object implements both interfaces, because each connection keeps it.</remarks>
internal sealed class CountedInput(
    RequestBuffers buffers, ConnectionContext connection, IDuplexPipe transport, bool isUntrusted) : PipeReader, IDuplexPipe
{
    private readonly PipeReader _inner = transport.Input;
    private BufferBudget.Share? _share;
    private bool _isUntrusted = isUntrusted;

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

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
    {
        NextRequest.Await(connection, buffers.Time);
        return _inner.ReadAsync(cancellationToken);
    }

    public override bool TryRead(out ReadResult result) => _inner.TryRead(out result);

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    /// <exception cref="BadHttpRequestException">The budget is used up (503). The whole head is dropped.</exception>
    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        // A head within one block of the buffer is short.
        var refusal = ReferenceEquals(consumed.GetObject(), examined.GetObject()) ? null : Count(consumed, examined);
        _inner.AdvanceTo(refusal is null ? consumed : examined, examined);
        if (refusal is not null)
            throw refusal;
    }

    public override void CancelPendingRead() => _inner.CancelPendingRead();

    public override void Complete(Exception? exception = null) => _inner.Complete(exception);

    private BadHttpRequestException? Count(SequencePosition consumed, SequencePosition examined)
    {
        if (IsReadingBody || consumed.GetObject() is not ReadOnlySequenceSegment<byte> first
            || examined.GetObject() is not ReadOnlySequenceSegment<byte> last)
            return null;
        var head = new ReadOnlySequence<byte>(first, consumed.GetInteger(), last, examined.GetInteger());
        if (head.Length <= RequestBuffers.FreeHeadBytes)
            return null;
        // A head that is complete keeps its share: Kestrel copies it, and its connection closes after its request.
        _share ??= NewShare();
        if (_share.TryHold(RequestBuffers.HeadBytes))
            return null;
        _share.Dispose();
        return new BadHttpRequestException(
            "The requests of all clients use all the memory that the bridge reserves for requests.",
            StatusCodes.Status503ServiceUnavailable);
    }

    // Created late, because most connections never need one, and it must return its bytes when the connection closes.
    private BufferBudget.Share NewShare()
    {
        var share = buffers.ShareOfHeads(_isUntrusted);
        connection.ConnectionClosed.UnsafeRegister(static share => ((BufferBudget.Share)share!).Dispose(), share);
        return share;
    }
}
