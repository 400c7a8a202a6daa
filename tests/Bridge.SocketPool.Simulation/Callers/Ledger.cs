using System.Globalization;

namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>All requests of a run.</summary>
internal sealed class Ledger
{
    private readonly List<TrackedRequest> _all = [];

    public IReadOnlyList<TrackedRequest> All => _all;

    /// <summary>Gets how many bulk requests have not ended.</summary>
    public int OpenBulkRequests => _all.Count(asked => asked is { IsBulk: true, Ending: null });

    public TrackedRequest Add(int caller, Kind kind, int size)
    {
        var asked = new TrackedRequest(_all.Count + 1, caller, kind, size);
        _all.Add(asked);
        return asked;
    }

    /// <summary>
    /// Returns the request of a message, whose first argument is the request's token; null if the client sends the message on its own.
    /// </summary>
    public TrackedRequest? Find(string[] header) =>
        header.Length > 4 && header[1] is "memory.get" or "memory.set" or "frames.step" or "echo"
            or "buttons.press" or "memory.read" or "memory.write" or "frames.wait"
            ? _all[int.Parse(header[4], CultureInfo.InvariantCulture) - 1] : null;
}
