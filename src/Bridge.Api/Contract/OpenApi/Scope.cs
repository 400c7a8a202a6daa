namespace Bridge.Api.Contract.OpenApi;

/// <summary>What a token allows. docs/security.md lists the operations of each scope.</summary>
[Flags]
internal enum Scope
{
    /// <summary>Needs no token.</summary>
    None = 0,

    /// <summary>Reading: memory, registers, the screen, buttons, lists.</summary>
    Read = 1,

    /// <summary>Buttons, and control of the frames in which they act: sequences, holds, steps.</summary>
    Input = 2,

    /// <summary>Writing memory and registers, lines in the console, single instructions.</summary>
    Write = 4,

    /// <summary>Saving, loading and deleting states; files that mGBA-http's routes write.</summary>
    States = 8,

    /// <summary>Changes of the emulator that affect all clients: reset, ROM, save file, speed.</summary>
    Admin = 16,
}

/// <summary>Finds and names scopes as settings, sentences and the OpenAPI document spell them.</summary>
internal static class ScopeNames
{
    private static readonly Scope[] Each = [Scope.Read, Scope.Input, Scope.Write, Scope.States, Scope.Admin];

    public const Scope All = Scope.Read | Scope.Input | Scope.Write | Scope.States | Scope.Admin;

    public static string Of(Scope scopes) => string.Join(", ", Each.Where(scope => scopes.HasFlag(scope)).Select(NameOf));

    /// <summary>Returns the scope of this name; null if there is none.</summary>
    public static Scope? Find(string name) => Each.Cast<Scope?>().FirstOrDefault(scope => NameOf(scope!.Value) == name);

    private static string NameOf(Scope scope) => scope.ToString().ToLowerInvariant();
}
