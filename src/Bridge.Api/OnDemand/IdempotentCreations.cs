using Bridge.Api.Emulators;
using Bridge.Api.Errors;

namespace Bridge.Api.OnDemand;

/// <summary>Makes repeated creations with the same <c>Idempotency-Key</c> one, for ten minutes.</summary>
internal sealed class IdempotentCreations(TimeProvider time)
{
    public const int MaxKeyLength = 255;

    private const int MaxKeys = 1024;

    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, Creation> _byKey = [];

    /// <summary>Creates an emulator, or returns the one that was created with this key.</summary>
    /// <param name="key">The key; null: creates one.</param>
    /// <param name="body">The body of the request, which must be the same for the same key.</param>
    /// <param name="create">Creates an emulator.</param>
    /// <param name="cancellationToken">The client has hung up. The creation is cancelled if no other client waits for it.</param>
    /// <exception cref="RequestException">The key was used with another body, or too many keys are in use.</exception>
    public async Task<CreatedEmulator> RunAsync(
        string? key, string body, Func<CancellationToken, Task<CreatedEmulator>> create, CancellationToken cancellationToken)
    {
        if (key is null)
            return await create(cancellationToken);
        var creation = Join(key, body, create);
        try
        {
            return await creation.Emulator!.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await LeaveAsync(key, creation);
            throw;
        }
        catch
        {
            Remove(key, creation);
            throw;
        }
    }

    private Creation Join(string key, string body, Func<CancellationToken, Task<CreatedEmulator>> create)
    {
        lock (_gate)
        {
            RemoveOld_NeedsLock();
            if (!_byKey.TryGetValue(key, out var creation))
            {
                if (_byKey.Count == MaxKeys)
                    throw new RequestException(ProblemTypes.Overloaded, $"{MaxKeys} values of Idempotency-Key are in use, the maximum.");
                _byKey[key] = creation = new Creation(body, time.GetTimestamp());
                creation.Emulator = create(creation.Abandoned.Token);
            }

            if (creation.Body != body)
            {
                throw new RequestException(ProblemTypes.Conflict,
                    "Idempotency-Key must be new for another body; it was used for another emulator.", "Idempotency-Key");
            }

            creation.Waiting++;
            return creation;
        }
    }

    private async Task LeaveAsync(string key, Creation creation)
    {
        lock (_gate)
        {
            if (--creation.Waiting > 0 || creation.Emulator!.IsCompleted)
                return;
            RemoveNow_NeedsLock(key, creation);
        }

        await creation.Abandoned.CancelAsync();
    }

    private void Remove(string key, Creation creation)
    {
        lock (_gate)
            RemoveNow_NeedsLock(key, creation);
    }

    private void RemoveNow_NeedsLock(string key, Creation creation)
    {
        if (_byKey.TryGetValue(key, out var known) && known == creation)
            _byKey.Remove(key);
    }

    private void RemoveOld_NeedsLock()
    {
        var old = _byKey.Where(entry => entry.Value.Emulator!.IsCompleted && time.GetElapsedTime(entry.Value.StartedAt) > MaxAge)
            .Select(entry => entry.Key).ToArray();
        foreach (var key in old)
            _byKey.Remove(key);
    }

    private sealed class Creation(string body, long startedAt)
    {
        public string Body => body;

        public long StartedAt => startedAt;

        // Never disposed: it has no timer.
        public CancellationTokenSource Abandoned { get; } = new();

        public Task<CreatedEmulator>? Emulator { get; set; }

        public int Waiting { get; set; }
    }
}
