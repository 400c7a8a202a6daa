namespace Bridge.SocketPool.Connections;

/// <summary>Represents one request's turn in a <see cref="BulkQueue"/>.</summary>
internal sealed class BulkTurn
{
    // Its awaiters must not run inside the queue's lock.
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Gets the client.</summary>
    public required object? Origin { get; init; }

    /// <summary>Gets the bytes of the request's payload.</summary>
    public required int Bytes { get; init; }

    /// <summary>Gets when the request was queued, as a timestamp.</summary>
    public required long EnteredAt { get; init; }

    /// <summary>Gets the request's deadline, as a timestamp.</summary>
    public required long Deadline { get; init; }

    /// <summary>Gets the number of its round. Each client has one turn in each round.</summary>
    public required long Round { get; init; }

    /// <summary>Gets how many requests were in flight or queued before it.</summary>
    public required int QueuedAhead { get; init; }

    /// <summary>Gets how many requests had been answered before it was queued.</summary>
    public required long RepliesBefore { get; init; }

    /// <summary>Gets a task that completes when the turn begins.</summary>
    public Task Begun => _begun.Task;

    /// <summary>Begins the turn.</summary>
    public void Begin() => _begun.TrySetResult();
}
