using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Reserves the names of created emulators, as many as the bridge may have.</summary>
/// <param name="options">How many there may be.</param>
/// <param name="hasEmulator">Returns whether there is an emulator with a name.</param>
/// <param name="names">Makes new names.</param>
internal sealed class CreationPlaces(OnDemandOptions options, Func<string, bool> hasEmulator, NewNames names)
{
    // POST /emulators/step is an operation.
    private static readonly string[] Reserved = ["step"];

    private readonly Lock _gate = new();

    // The names of all created emulators. Those that are still being created are also in _unfinished.
    private readonly HashSet<string> _taken = [];
    private readonly HashSet<string> _unfinished = [];

    // The places of all vectors.
    private int _ofVectors;

    // Completes when no creation is unfinished; null: no caller of CloseAsync waits for that.
    private TaskCompletionSource? _settled;
    private bool _isClosed;

    /// <summary>Occurs after a place was taken or released.</summary>
    public event Action? Changed;

    /// <summary>Gets how many more emulators the bridge may have.</summary>
    public int Free
    {
        get
        {
            lock (_gate)
                return Math.Max(0, options.MaxEmulators - _taken.Count - _ofVectors);
        }
    }

    /// <summary>Reserves a name until <see cref="Release"/>.</summary>
    /// <param name="wanted">The name that the client chose; null: a new one.</param>
    /// <exception cref="RequestException">
    /// The name is taken (409), there are as many emulators as there may be (503), or the bridge takes no new ones (503).
    /// </exception>
    public string Take(string? wanted)
    {
        var name = Reserve(wanted);
        Changed?.Invoke();
        return name;
    }

    /// <summary>Returns the refusal of a name that another emulator has.</summary>
    public static RequestException Taken(string name) =>
        new(ProblemTypes.Conflict, $"name must be new; there is an emulator \"{name}\" already.", "name");

    /// <summary>Reserves the name of an emulator that already runs, whatever the maximum is.</summary>
    public void Restore(string name)
    {
        lock (_gate)
            _taken.Add(name);
        Changed?.Invoke();
    }

    /// <summary>Releases the name and the place of an emulator that has ended, or was not created.</summary>
    public void Release(string name)
    {
        lock (_gate)
        {
            _taken.Remove(name); // mutation: place-release
            Finish_NeedsLock(name);
        }

        Changed?.Invoke();
    }

    /// <summary>Takes places for a vector until <see cref="ReleaseOfVector"/>.</summary>
    /// <exception cref="RequestException">There are fewer (503), or the bridge takes no new emulators (503).</exception>
    public void TakeForVector(int count)
    {
        lock (_gate)
        {
            CheckFree_NeedsLock(count);
            _ofVectors += count;
        }

        Changed?.Invoke();
    }

    /// <summary>Takes the places of a vector that already runs, whatever the maximum is.</summary>
    public void RestoreVector(int count) => ChangeOfVectors(count);

    public void ReleaseOfVector(int count) => ChangeOfVectors(-count);

    /// <summary>Refuses new emulators, and waits for those that are being created.</summary>
    public Task CloseAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            _isClosed = true;
            if (_unfinished.Count == 0)
                return Task.CompletedTask;
            _settled ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _settled.Task.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Accepts new emulators again.</summary>
    public void Open()
    {
        lock (_gate)
            _isClosed = false;
    }

    /// <summary>Records that an emulator was created.</summary>
    public void Finish(string name)
    {
        lock (_gate)
            Finish_NeedsLock(name);
    }

    private string Reserve(string? wanted)
    {
        lock (_gate)
        {
            CheckFree_NeedsLock(1);
            var name = wanted ?? NewName();
            if (Reserved.Contains(name) || hasEmulator(name) || !_taken.Add(name)) // mutation: name-taken
                throw Taken(name);
            _unfinished.Add(name);
            return name;
        }
    }

    private void ChangeOfVectors(int count)
    {
        lock (_gate)
            _ofVectors += count;
        Changed?.Invoke();
    }

    private void CheckFree_NeedsLock(int count)
    {
        if (_isClosed)
        {
            throw new RequestException(ProblemTypes.HostDraining,
                "This host takes no new emulators, because it is drained; create it on another host of the fleet.");
        }

        var now = _taken.Count + _ofVectors;
        if (now + count <= options.MaxEmulators)
            return;
        throw new RequestException(ProblemTypes.TooManyEmulators, count == 1
            ? $"The bridge has {now} created emulators, the maximum that Bridge:OnDemand:Max allows; end one, or try again when a lease "
                + "has ended."
            : $"The vector counts as {count} created emulators, and the bridge has {now}; Bridge:OnDemand:Max allows "
                + $"{options.MaxEmulators}. End one, or try again when a lease has ended.");
    }

    private void Finish_NeedsLock(string name)
    {
        if (!_unfinished.Remove(name) || _unfinished.Count > 0)
            return;
        _settled?.TrySetResult();
        _settled = null;
    }

    private string NewName()
    {
        while (true)
        {
            var name = names.Next();
            if (!_taken.Contains(name) && !hasEmulator(name))
                return name;
        }
    }
}
