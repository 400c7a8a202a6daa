using System.Security.Cryptography;
using System.Text;

namespace Bridge.Api.Security;

/// <summary>
/// A configured token, as its hash: tokens are compared by that, so that neither length nor content shows in the time it takes.
/// </summary>
/// <param name="name">Its name.</param>
/// <param name="options">Its value, and what it allows.</param>
/// <param name="isAlone">Whether there is no other token, so that its client has nobody to leave anything to.</param>
internal sealed class AccessToken(string name, TokenOptions options, bool isAlone)
{
    // A share of each limit, so that three others still find room.
    private const int Parts = 4;

    private readonly byte[] _hash = SHA256.HashData(Encoding.UTF8.GetBytes(options.Value));
    private readonly HashSet<string>? _emulators = options.Emulators is { } emulators ? [.. emulators] : null;

    public string Name { get; } = name;

    public Scope Scopes { get; } =
        options.Scopes?.Aggregate(Scope.None, (all, scope) => all | ScopeNames.Find(scope) ?? Scope.None) ?? ScopeNames.All;

    public bool Is(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(_hash, hash);

    public bool Allows(Scope scopes) => (Scopes & scopes) == scopes;

    /// <summary>
    /// Returns how much of something that an emulator's clients share this token may have: a quarter, or all when it is the only token.
    /// </summary>
    public int ShareOf(int max) => isAlone ? max : Math.Max(1, max / Parts);

    public bool Reaches(string emulator) => _emulators?.Contains(emulator) ?? true;
}
