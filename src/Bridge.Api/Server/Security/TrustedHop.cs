namespace Bridge.Api.Server.Security;

/// <summary>
/// Marks a request that another bridge of the fleet sent. That bridge has checked where the client comes from; the token is checked here
/// again.
/// </summary>
internal sealed class TrustedHop
{
    private static readonly TrustedHop Mark = new();

    private TrustedHop()
    {
    }

    /// <summary>Returns whether another bridge of the fleet sent the request.</summary>
    public static bool Is(HttpContext context) => context.Features.Get<TrustedHop>() is not null;

    /// <summary>Marks a request.</summary>
    public static void Set(HttpContext context) => context.Features.Set(Mark);
}
