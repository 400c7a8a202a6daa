namespace Bridge.Api.Security;

/// <summary>The other end of a connection that another account of this machine has opened, as far as the kernel tells.</summary>
/// <param name="User">The account's number; null when no program holds that end any more, or none that the kernel shows.</param>
internal sealed record ForeignAccount(uint? User)
{
    /// <summary>Why the account is refused, and what to do about it.</summary>
    public string Sentence =>
        (User is { } user
            ? $"Another account of this machine (uid {user}) opened this connection"
            : "The system does not say which account opened this connection")
        + ", and this bridge has no token, so it serves only its own account and root. "
        + "Give the bridge a token (Bridge__Tokens__me__Value=…), "
        + "or set Bridge__TrustNetwork=true to allow every account of this machine.";
}
