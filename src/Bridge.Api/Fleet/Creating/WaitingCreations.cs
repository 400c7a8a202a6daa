namespace Bridge.Api.Fleet.Creating;

/// <summary>Holds the creations that wait for a free place, in the order in which they came.</summary>
internal sealed class WaitingCreations(TimeProvider time)
{
    /// <summary>Max creations that wait on one bridge.</summary>
    public const int Max = 256;

    private readonly Lock _gate = new();
    // By the numbers of their tickets. A creation that was woken, and tries to find a place, isn't there until it waits again.
    private readonly SortedDictionary<long, TaskCompletionSource> _waiting = [];
    private long _tickets; // Given so far.
    private int _inUse; // Not disposed yet.

    /// <summary>Gets how many wait.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _inUse;
        }
    }

    /// <summary>Returns a place in the queue, to be disposed; null if the queue is full.</summary>
    public Ticket? TryEnter()
    {
        lock (_gate)
        {
            if (_inUse == Max)
                return null;
            _inUse++;
            return new Ticket(this, ++_tickets);
        }
    }

    /// <summary>Wakes those that came first, as many as there are places.</summary>
    public void Wake(int places)
    {
        lock (_gate)
        {
            foreach (var (ticket, woken) in _waiting.Take(places).ToArray())
            {
                _waiting.Remove(ticket);
                woken.TrySetResult();
            }
        }
    }

    /// <summary>A place in the queue, which stays the same after the creation was woken in vain.</summary>
    internal sealed class Ticket(WaitingCreations queue, long number) : IDisposable
    {
        /// <summary>Waits until there may be a place.</summary>
        /// <returns>False if the time has passed.</returns>
        /// <exception cref="OperationCanceledException">The client has hung up.</exception>
        public async Task<bool> WaitAsync(TimeSpan max, CancellationToken cancellationToken)
        {
            if (max <= TimeSpan.Zero)
                return false;
            var woken = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            lock (queue._gate)
                queue._waiting[number] = woken;
            try
            {
                await woken.Task.WaitAsync(max, queue.Time, cancellationToken);
                return true;
            }
            catch (TimeoutException)
            {
                return false;
            }
            finally
            {
                lock (queue._gate)
                    queue._waiting.Remove(number);
            }
        }

        public void Dispose()
        {
            lock (queue._gate)
                queue._inUse--;
        }
    }

    private TimeProvider Time => time;
}
