namespace Bridge.Api.Server.Security;

/// <summary>A token in the section <c>Bridge:Tokens</c>, under its name.</summary>
/// <remarks>Not a record: a record's text shows all its values, and a token must not get into a log.</remarks>
internal sealed class TokenOptions
{
    /// <summary>The value that a client sends after <c>Authorization: Bearer</c>: 16 to 256 of A-Z, a-z, 0-9 and -._~+/=.</summary>
    public string Value { get; set; } = "";

    /// <summary>
    /// The file that holds the value, in one line, instead of <see cref="Value"/>. Read once, when the bridge starts. Default none.
    /// </summary>
    public string? File { get; set; }

    /// <summary>The scopes that it allows: read, input, write, states, admin. Default all.</summary>
    public IReadOnlyList<string>? Scopes { get; set; }

    /// <summary>The names of the emulators that it reaches. Default all.</summary>
    public IReadOnlyList<string>? Emulators { get; set; }
}
