using Bridge.Doors.BizHawk.Memory;
using Bridge.Doors.BizHawk.Messages;
using Bridge.Doors.Listening;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>
/// Plans the memory requests of a list as one batch, which the emulator runs in one frame. A request that can't run gets its error here, so
/// that the batch has only operations that the emulator accepts.
/// </summary>
internal sealed class RequestPlan
{
    private readonly IReadOnlyList<BizHawkDomain> _domains;
    private readonly DoorAccess _access;
    private readonly List<PlannedRequest> _requests = [];
    private long _replyLeft;
    private int _writeLeft = WireLimits.BatchWriteBytes;

    private RequestPlan(IReadOnlyList<BizHawkDomain> domains, DoorAccess access, int count)
    {
        (_domains, _access) = (domains, access);
        _replyLeft = ConnectorLimits.ReplyBytes - ((count + 1L) * ReplyWriter.Overhead);
    }

    /// <summary>Gets the operations.</summary>
    public EmulatorBatch Batch { get; } = new();

    /// <summary>Gets the requests, in their order.</summary>
    public IReadOnlyList<PlannedRequest> Requests => _requests;

    /// <summary>Plans a list.</summary>
    /// <param name="requests">The requests.</param>
    /// <param name="domains">The domains of the game.</param>
    /// <param name="access">What the client may do.</param>
    public static RequestPlan Of(IReadOnlyList<ConnectorRequest> requests, IReadOnlyList<BizHawkDomain> domains, DoorAccess access)
    {
        var plan = new RequestPlan(domains, access, requests.Count);
        foreach (var request in requests)
        {
            var planned = plan.Plan(request);
            plan._requests.Add(planned);
            if (planned.IsFalse || planned is { Request.IsGuard: true, Error: not null })
                break;
        }

        // A guard that is false or can't be checked ends the list here already.
        var isUnchecked = plan._requests is [.., { Error: not null }];
        foreach (var request in requests.Skip(plan._requests.Count))
            plan._requests.Add(new PlannedRequest(request) { Error = isUnchecked ? "A GUARD before it has an error." : null });
        return plan;
    }

    private PlannedRequest Plan(ConnectorRequest request)
    {
        var planned = new PlannedRequest(request) { FirstOperation = Batch.Count };
        if (_access != DoorAccess.Write && request.Kind is RequestKind.Write or RequestKind.Lock or RequestKind.DisplayMessage)
            return planned with { Error = "Clients may only read here; access is a setting of the bridge." };
        if (request.Kind == RequestKind.Invalid)
            return planned with { Error = request.Text };
        if (request.Kind is not (RequestKind.Read or RequestKind.Write or RequestKind.Guard or RequestKind.MemorySize))
            return planned;
        if (_domains.FirstOrDefault(domain => domain.Name == request.Text) is not { } domain)
            return planned with { Error = $"Unknown domain {RequestParser.Quote(request.Text)}." };
        if (request.Kind == RequestKind.MemorySize)
            return planned with { DomainSize = domain.Size };
        if (request.Address > domain.Size || request.Length > domain.Size - request.Address)
            return planned with { Error = $"{request.Length} bytes from {request.Address} on pass {domain.Name} ({domain.Size} bytes)." };
        if (request.Kind == RequestKind.Read && ReplyWriter.BytesOf(request.Length) - ReplyWriter.Overhead > _replyLeft)
            return planned with { Error = $"The reply would have more than {ConnectorLimits.ReplyBytes} bytes." };
        planned = planned with { Pieces = [.. domain.Split((uint)request.Address, (int)request.Length)] };
        return FindProblem(planned) is { } error ? planned with { Error = error } : Add(planned);
    }

    private string? FindProblem(PlannedRequest planned)
    {
        if (Batch.Count + planned.CountOperations() > WireLimits.BatchOperations)
            return $"The list needs more than {WireLimits.BatchOperations} operations in one frame.";
        if (planned.Request.Kind != RequestKind.Write)
            return null;
        return planned.Pieces.Any(piece => piece.IsReadOnly) ? $"{planned.Request.Text} can't be written there."
            : planned.Request.Length > _writeLeft ? $"The list writes more than {WireLimits.BatchWriteBytes} bytes in one frame."
            : null;
    }

    private PlannedRequest Add(PlannedRequest planned)
    {
        switch (planned.Request.Kind)
        {
            case RequestKind.Read:
                _replyLeft -= ReplyWriter.BytesOf(planned.Request.Length) - ReplyWriter.Overhead;
                foreach (var piece in planned.Placed)
                    Batch.ReadRange(piece.Offset, piece.Length, piece.Domain);
                break;
            case RequestKind.Write:
                _writeLeft -= planned.Request.Bytes!.Length;
                foreach (var (piece, bytes) in planned.PiecesWithBytes().Where(each => each.Piece.Filler is null))
                    Batch.WriteRange(piece.Offset, bytes, piece.Domain);
                break;
            case RequestKind.Guard:
                return AddGuard(planned);
        }

        return planned with { Operations = Batch.Count - planned.FirstOperation };
    }

    private PlannedRequest AddGuard(PlannedRequest planned)
    {
        foreach (var (piece, bytes) in planned.PiecesWithBytes())
        {
            if (piece.Filler is { } filler)
            {
                if (bytes.Span.ContainsAnyExcept(filler))
                    return planned with { Operations = Batch.Count - planned.FirstOperation, IsFalse = true };
                continue;
            }

            foreach (var value in GuardedValue.Of(piece, bytes))
                Batch.Guard(value.Offset, value.Type, piece.Domain, value.Condition);
        }

        return planned with { Operations = Batch.Count - planned.FirstOperation };
    }
}
