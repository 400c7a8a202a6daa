using System.Globalization;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Security;

/// <summary>
/// Counts the places that each token takes in an emulator, so that none takes those of all others. Without tokens nothing is counted.
/// </summary>
internal sealed class TokenShares
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(EmulatorClient Emulator, AccessToken Token, SharedPlaces Places), int> _taken = [];

    /// <summary>Takes one place in each of these.</summary>
    /// <param name="emulator">The emulator whose places they are.</param>
    /// <param name="token">The client; null: nobody is told apart, and nothing is counted.</param>
    /// <param name="wanted">What to take a place in.</param>
    /// <returns>What gives the places back when it is disposed; null when nothing was counted.</returns>
    /// <exception cref="RequestException">The token has its share already: 503. Nothing was taken.</exception>
    public IDisposable? Take(EmulatorClient emulator, AccessToken? token, params SharedPlaces[] wanted)
    {
        if (token is null)
            return null;
        lock (_gate)
        {
            foreach (var places in wanted)
            {
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
        private bool _isGivenBack;

        public void Dispose()
        {
            lock (shares._gate)
            {
                if (_isGivenBack)
                    return;
                _isGivenBack = true;
                foreach (var each in places)
                    shares.Change_NeedsLock((emulator, token, each), -1);
            }
        }
    }
}

/// <summary>Places that the clients of an emulator share.</summary>
/// <param name="Name">What they are, in the plural.</param>
/// <param name="Max">As many as there are.</param>
internal sealed record SharedPlaces(string Name, int Max)
{
    public static SharedPlaces Waits { get; } = new("waits", WireLimits.Waits);

    public static SharedPlaces ScreenWaits { get; } = new("waits for the picture", WireLimits.ScreenWaits);

    /// <summary>The streams of events, of which a setting says how many there are.</summary>
    public static SharedPlaces EventStreams(int max) => new("streams of events", max);
}
