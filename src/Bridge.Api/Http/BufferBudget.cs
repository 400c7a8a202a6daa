namespace Bridge.Api.Http;

/// <summary>
/// Limits the bytes of all request heads, bodies and raw commands that are being received, so that many slow clients can't take the
/// machine's memory.
/// </summary>
internal sealed class BufferBudget
{
    /// <summary>Bytes that all connections and bodies may take together.</summary>
    public const long MaxBytes = 64 * 1024 * 1024;

    /// <summary>Bytes of them that connections may take which have not sent a good token yet, where tokens are needed.</summary>
    public const long MaxStrangerBytes = MaxBytes / 4;

    private readonly Lock _gate = new();
    private long _taken;
    private long _takenByStrangers;

    /// <summary>Takes part in the budget for one connection or one body.</summary>
    /// <param name="budget">The budget that it takes from.</param>
    /// <param name="freeBytes">Bytes that it may hold without taking anything.</param>
    /// <param name="step">
    /// It takes multiples of this number of bytes: with larger steps some can finish where all would fail half-way.
    /// </param>
    /// <param name="isStranger">Whether it belongs to a client without a good token.</param>
    public sealed class Share(BufferBudget budget, int freeBytes, int step, bool isStranger) : IDisposable
    {
        private bool _isStranger = isStranger;
        private bool _isDisposed;
        private long _taken;

        /// <summary>Sets how many bytes it holds. Takes what is beyond the free bytes, and gives back what it no longer holds.</summary>
        /// <returns>Whether the budget had room. If not, it has as much as before.</returns>
        public bool TryHold(long bytes)
        {
            lock (budget._gate)
            {
                var change = ((Math.Max(0, bytes - freeBytes) + step - 1) / step * step) - _taken;
                if (_isDisposed || (change > 0 && !HasRoom_NeedsLock(change)))
                    return false;
                Take_NeedsLock(change);
                return true;
            }
        }

        /// <summary>Counts it as that of a client with a good token from now on.</summary>
        public void Trust()
        {
            lock (budget._gate)
            {
                budget._takenByStrangers -= _isStranger ? _taken : 0;
                _isStranger = false;
            }
        }

        /// <summary>Gives back all that it has. Nothing can be taken afterwards.</summary>
        public void Dispose()
        {
            lock (budget._gate)
            {
                Take_NeedsLock(-_taken);
                _isDisposed = true;
            }
        }

        private bool HasRoom_NeedsLock(long bytes) =>
            budget._taken + bytes <= MaxBytes && (!_isStranger || budget._takenByStrangers + bytes <= MaxStrangerBytes);

        private void Take_NeedsLock(long bytes)
        {
            _taken += bytes;
            budget._taken += bytes;
            budget._takenByStrangers += _isStranger ? bytes : 0;
        }
    }
}
