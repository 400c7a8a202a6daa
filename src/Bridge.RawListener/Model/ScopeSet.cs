using Bridge.SocketPool.Commands;

namespace Bridge.RawListener.Model;

/// <summary>Holds a set of scopes.</summary>
internal readonly record struct ScopeSet
{
    private readonly int _bits;

    public ScopeSet(CommandScope scope) => _bits = 1 << (int)scope;

    private ScopeSet(int bits) => _bits = bits;

    /// <summary>Returns the scopes of both sets.</summary>
    public static ScopeSet operator |(ScopeSet one, ScopeSet other) => new(one._bits | other._bits);

    /// <summary>Creates a set from single scopes.</summary>
    public static ScopeSet Of(IEnumerable<CommandScope> scopes) =>
        scopes.Aggregate(default(ScopeSet), (all, scope) => all | new ScopeSet(scope));

    /// <summary>Returns whether all scopes of another set are in this one.</summary>
    public bool Contains(ScopeSet other) => (_bits & other._bits) == other._bits;

    /// <summary>Returns the names of the scopes as the settings spell them.</summary>
    public override string ToString()
    {
        var bits = _bits;
        var scopes = Enum.GetValues<CommandScope>().Where(scope => (bits & (1 << (int)scope)) != 0);
        return string.Join(", ", scopes.Select(scope => scope.ToString().ToLowerInvariant()));
    }
}
