namespace MgbaBridge;

/// <summary>Some games of a group were not stepped. The others were.</summary>
public sealed class StepsFailedException : BridgeException
{
    internal StepsFailedException(IReadOnlyDictionary<string, ProblemException> problems, IReadOnlyList<Readings?> steps)
        : base(string.Join("; ", problems.Select(pair => $"{pair.Key}: {pair.Value.Message}"))) => (Problems, Steps) = (problems, steps);

    /// <summary>Gets the problem of each game that failed, by its emulator's name.</summary>
    public IReadOnlyDictionary<string, ProblemException> Problems { get; }

    /// <summary>Gets the steps in order, with null for the games that failed.</summary>
    public IReadOnlyList<Readings?> Steps { get; }

    /// <inheritdoc/>
    public override bool SafeToRepeat => false;
}
