using System.Security.Cryptography;
using System.Text;
using Bridge.Api.Contract.OpenApi;

namespace Bridge.Api.Server.Security;

/// <summary>
/// A configured token, kept as its hash. Tokens are compared by hash, so that the duration reveals neither length nor content.
/// </summary>
/// <param name="name">The name of the token.</param>
/// <param name="options">Its value, and what it allows.</param>
/// <param name="isAlone">Whether it is the only token, whose client may use every limit in full.</param>
internal sealed class AccessToken(string name, TokenOptions options, bool isAlone)
{
    // A token may use a quarter of each limit, so that three others still find room.
    private const int SharesOfLimit = 4;

    private readonly byte[] _hash = SHA256.HashData(Encoding.UTF8.GetBytes(options.Value));
    private readonly HashSet<string>? _emulators = options.Emulators is { } emulators ? [.. emulators] : null;

    public string Name { get; } = name;

    public Scope Scopes { get; } =
        options.Scopes?.Aggregate(Scope.None, (all, scope) => all | ScopeNames.Find(scope).GetValueOrDefault()) ?? ScopeNames.All;

    public bool Is(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(_hash, hash);

    public bool Allows(Scope scopes) => (Scopes & scopes) == scopes;

    /// <summary>
    /// Returns how many of the <paramref name="max"/> places that an emulator's clients share this token may use: a quarter, or all if it
    /// is the only token.
    /// </summary>
    public int ShareOf(int max) => isAlone ? max : Math.Max(1, max / SharesOfLimit);

    /// <summary>Gets whether the token isn't limited to certain emulators.</summary>
    public bool ReachesAll => _emulators is null;

    public bool Reaches(string emulator) => _emulators?.Contains(emulator) ?? true;
}
