namespace Bridge.Api.Server.Limits;

/// <summary>
/// Limits the bytes of all request heads, bodies and raw commands that are being received, so that many slow clients can't take the
/// machine's memory.
/// </summary>
internal sealed class BufferBudget
{
    /// <summary>Max bytes of all connections and bodies together.</summary>
    public const long MaxBytes = 64 * 1024 * 1024;

    /// <summary>Max bytes of connections that have not sent a valid token yet; a part of <see cref="MaxBytes"/>.</summary>
    public const long MaxUntrustedBytes = MaxBytes / 4;

    private readonly Lock _gate = new();
    private long _taken;
    private long _takenByUntrusted;
    private long _peak;

    /// <summary>Gets the max bytes taken since the last <see cref="ResetFreed"/>, minus those taken now.</summary>
    public long FreedBytes
    {
        get
        {
            lock (_gate)
                return _peak - _taken;
        }
    }

    /// <summary>Sets <see cref="FreedBytes"/> to 0.</summary>
    public void ResetFreed()
    {
        lock (_gate)
            _peak = _taken;
    }

    /// <summary>Takes bytes from the budget for one connection or one body.</summary>
    /// <param name="budget">The budget.</param>
    /// <param name="freeBytes">Bytes that it may hold for free.</param>
    /// <param name="isUntrusted">Whether the client has not sent a valid token.</param>
    public sealed class Share(BufferBudget budget, int freeBytes, bool isUntrusted) : IDisposable
    {
        private bool _isUntrusted = isUntrusted;
        private bool _isDisposed;
        private long _taken;

        /// <summary>Sets how many bytes it holds: takes those beyond the free ones, and returns those that it no longer holds.</summary>
        /// <returns>False if the budget has no room; then nothing changes.</returns>
        public bool TryHold(long bytes)
        {
            lock (budget._gate)
            {
                var change = Math.Max(0, bytes - freeBytes) - _taken;
                if (_isDisposed || (change > 0 && !HasRoom_NeedsLock(change)))
                    return false;
                Take_NeedsLock(change);
                return true;
            }
        }

        /// <summary>Counts it as that of a client with a valid token from now on.</summary>
        public void Trust()
        {
            lock (budget._gate)
            {
                budget._takenByUntrusted -= _isUntrusted ? _taken : 0;
                _isUntrusted = false;
            }
        }

        /// <summary>Returns all bytes to the budget. Nothing can be taken afterwards.</summary>
        public void Dispose()
        {
            lock (budget._gate)
            {
                Take_NeedsLock(-_taken);
                _isDisposed = true;
            }
        }

        private bool HasRoom_NeedsLock(long bytes) =>
            budget._taken + bytes <= MaxBytes && (!_isUntrusted || budget._takenByUntrusted + bytes <= MaxUntrustedBytes);

        private void Take_NeedsLock(long bytes)
        {
            _taken += bytes;
            budget._taken += bytes;
            budget._peak = Math.Max(budget._peak, budget._taken);
            budget._takenByUntrusted += _isUntrusted ? bytes : 0;
        }
    }
}
