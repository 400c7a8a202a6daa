namespace Bridge.Api.Security;

/// <summary>What a token allows. docs/security.md lists the operations of each.</summary>
[Flags]
internal enum Scope
{
    /// <summary>Open to everybody: no token is asked for.</summary>
    None = 0,

    /// <summary>Looking: memory, registers, the screen, buttons, what there is.</summary>
    Read = 1,

    /// <summary>Buttons, and the frames in which they act: sequences, holds, steps.</summary>
    Input = 2,

    /// <summary>Writing memory and registers, lines in the console, single instructions.</summary>
    Write = 4,

    /// <summary>Save states, saving, loading and deleting them; files that mGBA-http's routes write.</summary>
    States = 8,

    /// <summary>What changes the emulator for everybody: reset, ROM, save file, speed.</summary>
    Admin = 16,
}

/// <summary>Scopes as settings, sentences and the OpenAPI document spell them.</summary>
internal static class ScopeNames
{
    private static readonly Scope[] Each = [Scope.Read, Scope.Input, Scope.Write, Scope.States, Scope.Admin];

    public const Scope All = Scope.Read | Scope.Input | Scope.Write | Scope.States | Scope.Admin;

    public static string Of(Scope scopes) => string.Join(", ", Each.Where(scope => scopes.HasFlag(scope)).Select(NameOf));

    /// <summary>The scope of this name; null when there is none.</summary>
    public static Scope? Find(string name) => Each.Cast<Scope?>().FirstOrDefault(scope => NameOf(scope!.Value) == name);

    private static string NameOf(Scope scope) => scope.ToString().ToLowerInvariant();
}
