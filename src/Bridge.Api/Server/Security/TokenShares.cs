using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Server.Security;

/// <summary>
/// Counts the places that each token uses in an emulator, so that no token uses all of them. Without tokens nothing is counted.
/// </summary>
internal sealed class TokenShares
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(EmulatorClient Emulator, AccessToken Token, SharedPlaces Places), int> _taken = [];

    /// <summary>Takes one place of each kind.</summary>
    /// <param name="emulator">The emulator with the places.</param>
    /// <param name="token">The token of the client; null: nothing is counted.</param>
    /// <param name="wanted">The kinds of places.</param>
    /// <returns>An object that returns the places when it is disposed; null if nothing was counted.</returns>
    /// <exception cref="RequestException">The token has used its share: 503. Nothing was taken.</exception>
    public IDisposable? Take(EmulatorClient emulator, AccessToken? token, params SharedPlaces[] wanted)
    {
        if (token is null)
            return null;
        lock (_gate)
        {
            foreach (var places in wanted)
            {
                // A token that may use all places is refused by the emulator's own limit.
                var share = token.ShareOf(places.Max);
                if (share < places.Max && _taken.GetValueOrDefault((emulator, token, places)) >= share)
                    throw UsedUp(token, places, share);
            }

            foreach (var places in wanted)
                Change_NeedsLock((emulator, token, places), 1);
        }

        return new Taken(this, emulator, token, wanted);
    }

    private static RequestException UsedUp(AccessToken token, SharedPlaces places, int share) => new(
        ProblemTypes.Overloaded,
        string.Create(
            CultureInfo.InvariantCulture,
            $"The token {token.Name} already uses {share:N0} of this emulator's {places.Max:N0} {places.Name}, the maximum for one "
            + $"token."));

    private void Change_NeedsLock((EmulatorClient Emulator, AccessToken Token, SharedPlaces Places) key, int by)
    {
        var count = _taken.GetValueOrDefault(key) + by;
        if (count == 0)
            _taken.Remove(key);
        else
            _taken[key] = count;
    }

    private sealed class Taken(TokenShares shares, EmulatorClient emulator, AccessToken token, SharedPlaces[] places) : IDisposable
    {
        private bool _isReturned;

        public void Dispose()
        {
            lock (shares._gate)
            {
                if (_isReturned)
                    return;
                _isReturned = true;
                foreach (var each in places)
                    shares.Change_NeedsLock((emulator, token, each), -1);
            }
        }
    }
}

/// <summary>A kind of place that the clients of an emulator share.</summary>
/// <param name="Name">Its name, in the plural.</param>
/// <param name="Max">The number of places.</param>
internal sealed record SharedPlaces(string Name, int Max)
{
    public static SharedPlaces Waits { get; } = new("waits", WireLimits.Waits);

    public static SharedPlaces ScreenWaits { get; } = new("waits for the picture", WireLimits.ScreenWaits);

    /// <summary>Returns the places of event streams, whose number is a setting.</summary>
    public static SharedPlaces EventStreams(int max) => new("streams of events", max);
}
