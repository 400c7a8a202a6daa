using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Model;

/// <summary>Describes a token that clients can send in their hello. All clients with the same token share one instance.</summary>
public sealed class RawToken
{
    /// <summary>Gets its name, which is not secret, unlike its value.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the scopes that it allows.</summary>
    public required IReadOnlyCollection<CommandScope> Scopes
    {
        get;
        init
        {
            field = value;
            Allowed = ScopeSet.Of(value);
        }
    }

    /// <summary>Gets a function that returns whether it allows an emulator, by the emulator's name.</summary>
    public required Func<string, bool> Reaches { get; init; }

    /// <summary>
    /// Gets a function that reserves what a command uses of the token's share of an emulator. Disposing the result frees it; null means
    /// that the command needs no reservation. If the share is used up, it throws an exception for <see cref="RawHost.Explain"/>.
    /// </summary>
    public required Func<EmulatorClient, CommandDescriptor, IDisposable?> TakePlaces { get; init; }

    /// <summary>Gets the key for the token's rate limit.</summary>
    public required object RateKey { get; init; }

    internal ScopeSet Allowed { get; private init; }
}
