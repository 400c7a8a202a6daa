namespace Bridge.Api.Security;

/// <summary>A token in the section <c>Bridge:Tokens</c>, under its name.</summary>
/// <remarks>No record: those show all they hold as text, and this must not get into a log.</remarks>
internal sealed class TokenOptions
{
    /// <summary>What a client sends behind <c>Authorization: Bearer</c>: 16 to 256 of A-Z, a-z, 0-9 and -._~+/=.</summary>
    public string Value { get; set; } = "";

    /// <summary>
    /// The file that holds the value, in one line, instead of <see cref="Value"/>. Read once, when the bridge starts. Default none.
    /// </summary>
    public string? File { get; set; }

    /// <summary>What it allows: read, input, write, states, admin. Default all of them.</summary>
    public IReadOnlyList<string>? Scopes { get; set; }

    /// <summary>The emulators that it reaches, by name. Default all of them.</summary>
    public IReadOnlyList<string>? Emulators { get; set; }
}
