namespace Bridge.Api.Contract.Errors;

/// <summary>A kind of problem: its anchor in docs/troubleshooting.md, its title and its HTTP status.</summary>
internal sealed record ProblemType(string Anchor, string Title, int Status)
{
    /// <summary>Gets the <c>type</c> of problem+json, relative to the bridge, which serves that page.</summary>
    public string Uri => $"{ProblemTypes.Page}#{Anchor}";
}
