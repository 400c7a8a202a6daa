namespace Bridge.RawListener.Model;

/// <summary>Lists the names of the problems that the listener itself reports. docs/troubleshooting.md explains them.</summary>
internal static class RawProblems
{
    public const string BadRequest = "bad-request";
    public const string Cancelled = "cancelled";
    public const string InternalError = "internal-error";
    public const string InvalidParameter = "invalid-parameter";
    public const string MissingToken = "missing-token";
    public const string NarrowToken = "narrow-token";
    public const string NotFound = "not-found";
    public const string Overloaded = "overloaded";
    public const string TooLarge = "too-large";
    public const string TooSlow = "too-slow";
    public const string WrongToken = "wrong-token";
}
