using Bridge.Doors.BizHawk.Memory;
using Bridge.Doors.BizHawk.Messages;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>A request of a list, and its operations in the batch.</summary>
/// <param name="Request">The request.</param>
internal sealed record PlannedRequest(ConnectorRequest Request)
{
    /// <summary>Gets why it doesn't run; null: it does.</summary>
    public string? Error { get; init; }

    /// <summary>Gets the parts of its range.</summary>
    public IReadOnlyList<MemoryPiece> Pieces { get; init; } = [];

    /// <summary>Gets the index of its first operation.</summary>
    public int FirstOperation { get; init; }

    /// <summary>Gets how many operations it has.</summary>
    public int Operations { get; init; }

    /// <summary>Gets whether it is a guard that is false whatever the game does.</summary>
    public bool IsFalse { get; init; }

    /// <summary>Gets the size of the domain that it asks for.</summary>
    public uint DomainSize { get; init; }

    /// <summary>Gets the parts where the emulator has memory.</summary>
    public IEnumerable<MemoryPiece> Placed => Pieces.Where(piece => piece.Filler is null);

    /// <summary>Returns how many operations it needs.</summary>
    public int CountOperations() => Request.Kind == RequestKind.Guard
        ? Placed.Sum(piece => GuardedValue.Count(piece.Length))
        : Placed.Count();

    /// <summary>Returns the parts of its range with the bytes that belong there.</summary>
    public IEnumerable<(MemoryPiece Piece, ReadOnlyMemory<byte> Bytes)> PiecesWithBytes()
    {
        var at = 0;
        foreach (var piece in Pieces)
        {
            yield return (piece, Request.Bytes.AsMemory(at, piece.Length));
            at += piece.Length;
        }
    }

    /// <summary>Returns whether it is a guard that is true.</summary>
    public bool Passes(IReadOnlyList<BatchResult> results) => !IsFalse
        && Enumerable.Range(FirstOperation, Operations).All(i => !results[i].Skipped && results[i].Number == 1);

    /// <summary>Returns the bytes that it read.</summary>
    public ReadOnlyMemory<byte> BytesOf(IReadOnlyList<BatchResult> results)
    {
        if (Pieces is [{ Filler: null }])
            return results[FirstOperation].Payload;
        var bytes = new byte[Request.Size];
        var (at, operation) = (0, FirstOperation);
        foreach (var piece in Pieces)
        {
            var part = bytes.AsSpan(at, piece.Length);
            if (piece.Filler is { } filler)
                part.Fill(filler);
            else
                results[operation++].Payload.Span.CopyTo(part);
            at += piece.Length;
        }

        return bytes;
    }
}
