namespace Bridge.Api.Errors;

/// <summary>A request that is refused before it reaches the emulator.</summary>
/// <param name="type">What is wrong, and the status.</param>
/// <param name="detail">A sentence that names the parameter, what it got and what it accepts.</param>
/// <param name="parameter">The parameter that is to blame; null when none is.</param>
internal sealed class RequestException(ProblemType type, string detail, string? parameter = null) : Exception(detail)
{
    public ProblemType Type { get; } = type;

    public string? Parameter { get; } = parameter;

    /// <summary>
    /// The same of a member of <paramref name="owner"/>, like <c>operations[2]</c>; the sentence begins with the parameter's name.
    /// </summary>
    public RequestException Of(string owner) => new(Type, $"{owner}.{Message}", $"{owner}.{Parameter}");

    /// <summary>The same where the parameter has another name.</summary>
    public RequestException As(string name) =>
        new(Type, Parameter is { } old
            && Message.StartsWith($"{old} ", StringComparison.Ordinal) ? $"{name}{Message[old.Length..]}" : Message, name);
}
