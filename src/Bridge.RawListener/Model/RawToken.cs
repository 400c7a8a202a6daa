using Bridge.SocketPool;
using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Model;

/// <summary>A token that clients can show in their hello. All clients with the same token share one of these.</summary>
public sealed class RawToken
{
    /// <summary>Gets its name, which its value is not.</summary>
    public required string Name { get; init; }

    /// <summary>Gets what it allows.</summary>
    public required IReadOnlyCollection<CommandScope> Scopes
    {
        get;
        init
        {
            field = value;
            Allowed = ScopeSet.Of(value);
        }
    }

    /// <summary>Gets a function that tells whether it allows an emulator, by the emulator's name.</summary>
    public required Func<string, bool> Reaches { get; init; }

    /// <summary>
    /// Gets a function that takes the places which a command needs in the token's share of an emulator. It returns what gives them back
    /// when it is disposed, or null when the command needs none. When the share is used up it throws what <see cref="RawHost.Explain"/>
    /// explains.
    /// </summary>
    public required Func<EmulatorClient, CommandDescriptor, IDisposable?> TakePlaces { get; init; }

    /// <summary>Gets the key that the rate limit of the token is counted under.</summary>
    public required object RateKey { get; init; }

    internal ScopeSet Allowed { get; private init; }
}
