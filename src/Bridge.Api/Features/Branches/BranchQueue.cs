using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Branches;

/// <summary>Limits the requests for branches that run or wait, and gives each token a share of them.</summary>
internal sealed class BranchQueue(BranchOptions options)
{
    // Each waiting one has its movie in memory.
    private const int MaxWaiting = 16;

    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly Dictionary<AccessToken, int> _counts = [];
    private int _count;

    /// <summary>Takes a place. Disposing the result returns it.</summary>
    /// <param name="owner">The token of the client; null: it has none.</param>
    /// <exception cref="RequestException">There is no place, or the token has used its share: 503.</exception>
    public IDisposable Enter(AccessToken? owner)
    {
        var max = options.Places + MaxWaiting;
        lock (_gate)
        {
            if (_count >= max || (owner is not null && _counts.GetValueOrDefault(owner) >= owner.ShareOf(max)))
            {
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"The bridge runs branches in {options.Places} processes (Bridge:Branches:Processes), and {MaxWaiting} more "
                    + $"requests may wait, of which each token has a share."))
                {
                    RetryAfter = RetryAfter, SafeToRepeat = true,
                };
            }

            Change_NeedsLock(owner, 1);
        }

        return new Place(this, owner);
    }

    private void Change_NeedsLock(AccessToken? owner, int by)
    {
        _count += by;
        if (owner is null)
            return;
        var count = _counts.GetValueOrDefault(owner) + by;
        if (count == 0)
            _counts.Remove(owner);
        else
            _counts[owner] = count;
    }

    private sealed class Place(BranchQueue queue, AccessToken? owner) : IDisposable
    {
        public void Dispose()
        {
            lock (queue._gate)
                queue.Change_NeedsLock(owner, -1);
        }
    }
}
