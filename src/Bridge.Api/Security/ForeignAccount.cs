namespace Bridge.Api.Security;

/// <summary>The other end of a connection that another account of this machine has opened, as far as the kernel tells.</summary>
/// <param name="User">The account's number; null when no program holds that end any more, or none that the kernel shows.</param>
internal sealed record ForeignAccount(uint? User)
{
    /// <summary>Why the account is refused, and what to do about it.</summary>
    public string Sentence =>
        (User is { } user
            ? $"Another account of this machine (uid {user}) has opened this connection"
            : "The system doesn't tell which account has opened this connection")
        + ", and this bridge asks for no token: it serves only its own account and root. "
        + "Give the bridge a token (Bridge__Tokens__me__Value=…), "
        + "or set Bridge__TrustNetwork=true if every account of this machine may use it.";
}
