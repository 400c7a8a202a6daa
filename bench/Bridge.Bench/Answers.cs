namespace Bridge.Bench;

/// <summary>What has come of requests.</summary>
/// <param name="asked">How many there are.</param>
internal sealed class Answers(int asked)
{
    public int Asked => asked;

    /// <summary>How long each took that was answered, in ms.</summary>
    public List<double> Times { get; } = new(asked);

    public int Refused { get; private set; }

    /// <summary>Answered or refused.</summary>
    public int Ended => Times.Count + Refused;

    public int Unanswered => Asked - Ended;

    /// <param name="milliseconds">null: it was refused.</param>
    public void Add(double? milliseconds)
    {
        if (milliseconds is { } time)
            Times.Add(time);
        else
            Refused++;
    }

    /// <exception cref="InvalidOperationException">One was refused or not answered.</exception>
    public void AreAll()
    {
        if (Times.Count < Asked)
            throw new InvalidOperationException($"Of {Asked} {Refused} were refused and {Unanswered} not answered.");
    }
}
