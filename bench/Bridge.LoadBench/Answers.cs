namespace Bridge.LoadBench;

/// <summary>Collects the outcomes of a number of requests.</summary>
/// <param name="asked">The number of requests.</param>
internal sealed class Answers(int asked)
{
    public int Asked => asked;

    /// <summary>Gets the latency of each successful request, in ms.</summary>
    public List<double> Times { get; } = new(asked);

    public int Refused { get; private set; }

    /// <summary>Gets the number of requests that were answered or refused.</summary>
    public int Ended => Times.Count + Refused;

    public int Unanswered => Asked - Ended;

    /// <param name="milliseconds">The latency; null if the request was refused.</param>
    public void Add(double? milliseconds)
    {
        if (milliseconds is { } time)
            Times.Add(time);
        else
            Refused++;
    }

    /// <exception cref="InvalidOperationException">A request was refused or got no response.</exception>
    public void EnsureAll()
    {
        if (Times.Count < Asked)
            throw new InvalidOperationException($"Of {Asked} {Refused} were refused and {Unanswered} not answered.");
    }
}
