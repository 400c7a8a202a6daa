namespace Bridge.Api.Errors;

/// <summary>A kind of problem: its anchor in docs/troubleshooting.md, its title, and the status it is answered with.</summary>
internal sealed record ProblemType(string Anchor, string Title, int Status)
{
    /// <summary>The <c>type</c> of problem+json, relative to the bridge, which serves that page.</summary>
    public string Uri => $"{ProblemTypes.Page}#{Anchor}";
}
