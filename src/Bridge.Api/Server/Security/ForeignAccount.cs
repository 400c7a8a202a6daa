namespace Bridge.Api.Server.Security;

/// <summary>The account of a connection that another account of this machine has opened, as far as the kernel knows it.</summary>
/// <param name="User">The id of the account; null if no program holds the other end any more, or the kernel shows none.</param>
internal sealed record ForeignAccount(uint? User)
{
    /// <summary>Gets the sentence that says why the account is refused, and what to do about it.</summary>
    public string Sentence =>
        (User is { } user
            ? $"Another account of this machine (uid {user}) opened this connection"
            : "The system does not say which account opened this connection")
        + ", and this bridge has no token, so it serves only its own account and root. "
        + "Give the bridge a token (Bridge__Tokens__me__Value=…), "
        + "or set Bridge__TrustNetwork=true to allow every account of this machine.";
}
