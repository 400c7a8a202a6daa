using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// Makes repeated creations with the same <c>Idempotency-Key</c> one, for ten minutes. When the emulator has ended, its key creates
/// another.
/// </summary>
/// <typeparam name="T">What became of a creation; a model of an emulator in the simulation.</typeparam>
/// <param name="time">The clock.</param>
/// <param name="isThere">Returns whether its emulator is there and has not ended.</param>
internal sealed class IdempotentCreations<T>(TimeProvider time, Func<T, bool> isThere) where T : class
{
    /// <summary>Max keys in use.</summary>
    public const int MaxKeys = 1024;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, SharedCreation> _byKey = [];

    /// <summary>Creates an emulator, or returns the one that was created with this key.</summary>
    /// <param name="key">The key, which belongs to one client; null: creates one.</param>
    /// <param name="body">The body of the request, which must be the same for the same key.</param>
    /// <param name="create">Creates an emulator.</param>
    /// <param name="cancellationToken">The client has hung up. The creation is cancelled if no other client waits for it.</param>
    /// <exception cref="RequestException">The key was used with another body, or too many keys are in use.</exception>
    public async Task<T> RunAsync(string? key, string body, Func<CancellationToken, Task<T>> create, CancellationToken cancellationToken)
    {
        if (key is null)
            return await create(cancellationToken);
        while (true)
        {
            var (creation, isNew) = Join(key, body);
            // Not under the lock: it starts a process.
            if (isNew)
                _ = FinishAsync(key, creation, create);
            try
            {
                return await creation.Emulator.WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                Leave(creation);
                throw;
            }
            catch (OperationCanceledException) when (creation.Abandoned.IsCancellationRequested)
            {
                // All clients before this one had hung up, and nothing is left of their creation.
            }
        }
    }

    private (SharedCreation Creation, bool IsNew) Join(string key, string body)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            var isNew = !_byKey.TryGetValue(key, out var creation);
            if (isNew)
            {
                if (_byKey.Count == MaxKeys)
                    throw new RequestException(ProblemTypes.Overloaded, $"{MaxKeys} values of Idempotency-Key are in use, the maximum.");
                _byKey[key] = creation = new SharedCreation(body, time.GetTimestamp());
            }

            if (creation!.Body != body)
            {
                throw new RequestException(ProblemTypes.Conflict,
                    "Idempotency-Key must be new for another body; it was used for another one.", "Idempotency-Key");
            }

            creation.Waiting++;
            return (creation, isNew);
        }
    }

    // The key stays taken while a cancelled creation is undone, and has its emulator if it succeeded nevertheless.
    private void Leave(SharedCreation creation)
    {
        lock (_gate)
        {
            if (--creation.Waiting > 0 || creation.Emulator.IsCompleted)
                return;
        }

        creation.Abandoned.Cancel();
    }

    private async Task FinishAsync(string key, SharedCreation creation, Func<CancellationToken, Task<T>> create)
    {
        try
        {
            creation.Succeed(await create(creation.Abandoned.Token));
        }
        catch (Exception failure)
        {
            lock (_gate)
                _byKey.Remove(key);
            creation.Fail(failure);
        }
    }

    private void RemoveOld_NeedsLock()
    {
        var old = _byKey.Where(entry => entry.Value.Created is { } created
            && (time.GetElapsedTime(entry.Value.StartedAt) > MaxAge || !isThere(created))) // mutation: old-key
            .Select(entry => entry.Key).ToArray();
        foreach (var key in old)
            _byKey.Remove(key);
    }

    private sealed class SharedCreation(string body, long startedAt)
    {
        private readonly TaskCompletionSource<T> _done = new();

        public string Body => body;

        public long StartedAt => startedAt;

        // Never disposed: it has no timer.
        public CancellationTokenSource Abandoned { get; } = new();

        public Task<T> Emulator => _done.Task;

        /// <summary>Gets the emulator; null: it is being created.</summary>
        public T? Created { get; private set; }

        /// <summary>Gets or sets how many clients wait for it.</summary>
        public int Waiting { get; set; }

        public void Succeed(T emulator)
        {
            Created = emulator;
            _done.SetResult(emulator);
        }

        public void Fail(Exception failure)
        {
            _done.SetException(failure);
            // Perhaps no client waits for it any more.
            _ = _done.Task.Exception;
        }
    }
}
