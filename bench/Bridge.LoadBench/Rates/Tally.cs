namespace Bridge.LoadBench.Rates;

/// <summary>Counts responses as they arrive.</summary>
/// <param name="max">The number of requests.</param>
internal sealed class Tally(int max)
{
    private readonly float[] _times = new float[max];
    private int _right;
    private int _foreign;

    public int Ended { get; private set; }

    public void Add(double milliseconds, bool isRight, bool isForeign)
    {
        _right += isRight ? 1 : 0;
        _foreign += isForeign ? 1 : 0;
        _times[Ended++] = (float)milliseconds;
    }

    /// <param name="load">The load that was sent.</param>
    /// <param name="took">The seconds, including the wait for the last responses.</param>
    /// <param name="sent">Requests sent.</param>
    /// <param name="dropped">Requests that were due while every connection was busy.</param>
    public RateRow ToRow(RateLoad load, double took, long sent, long dropped)
    {
        var times = _times[..Ended];
        Array.Sort(times);
        double At(double share) => times.Length == 0 ? 0 : times[Math.Max(0, (int)Math.Ceiling(times.Length * share) - 1)];
        return new RateRow(load.System, load.Load, load.Size, load.Rate, "own", Ended / took, dropped,
            sent == 0 ? 0 : (double)_right / sent, _foreign,
            times.Length == 0 ? 0 : times.Average(), At(0.5), At(0.99), At(1), Others: 0);
    }
}
