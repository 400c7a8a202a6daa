using System.Security.Cryptography;
using System.Text;

namespace Bridge.Api.Access;

/// <summary>A configured token, as its hash: tokens are compared by that, so that neither length nor content shows in the time it takes.</summary>
internal sealed class AccessToken(string name, TokenOptions options)
{
    private readonly byte[] _hash = SHA256.HashData(Encoding.UTF8.GetBytes(options.Value));
    private readonly HashSet<string>? _emulators = options.Emulators is { } emulators ? [.. emulators] : null;

    public string Name { get; } = name;

    public Scope Scopes { get; } = options.Scopes?.Aggregate(Scope.None, (all, scope) => all | ScopeNames.Find(scope) ?? Scope.None) ?? ScopeNames.All;

    public bool Is(ReadOnlySpan<byte> hash) => CryptographicOperations.FixedTimeEquals(_hash, hash);

    public bool Allows(Scope scopes) => (Scopes & scopes) == scopes;

    public bool Reaches(string emulator) => _emulators?.Contains(emulator) ?? true;
}
