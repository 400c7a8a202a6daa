namespace Bridge.Api.Contract.Errors;

/// <summary>Refuses a request before it reaches the emulator.</summary>
/// <param name="type">The problem and its HTTP status.</param>
/// <param name="detail">A sentence that names the parameter, its value and what it accepts.</param>
/// <param name="parameter">The invalid parameter; null if no parameter is.</param>
internal sealed class RequestException(ProblemType type, string detail, string? parameter = null) : Exception(detail)
{
    public ProblemType Type { get; } = type;

    public string? Parameter { get; } = parameter;

    /// <summary>Gets whether the same request can be sent again without an effect that happens twice; null: nothing is said.</summary>
    public bool? SafeToRepeat { get; init; }

    /// <summary>Gets the time after which the client may try again; null: the default of the status.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>
    /// Returns the same for a member of <paramref name="owner"/>, like <c>operations[2]</c>. The sentence must begin with the parameter.
    /// </summary>
    public RequestException Of(string owner) => new(Type, $"{owner}.{Message}", $"{owner}.{Parameter}");

    /// <summary>Returns the same with another name for the parameter.</summary>
    public RequestException As(string name) =>
        new(Type, Parameter is { } old
            && Message.StartsWith($"{old} ", StringComparison.Ordinal) ? $"{name}{Message[old.Length..]}" : Message, name);
}
