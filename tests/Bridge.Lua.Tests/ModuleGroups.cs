namespace Bridge.Lua.Tests;

/// <summary>The groups of the script's modules: the folders of <c>lua/bridge</c>, lowest first.</summary>
internal static class ModuleGroups
{
    /// <summary>The place of the modules that are in no folder: they are above all groups.</summary>
    public const int Top = int.MaxValue;

    /// <summary>The place of a module whose folder is no group.</summary>
    public const int None = -1;

    private static readonly string[] Names =
    [
        "system", "wire", "picture", "memory", "conditions", "clients", "states", "events", "input", "serving", "game", "branches",
        "frames", "commands",
    ];

    private static readonly string[] TopModules = ["app", "parts", "config", "command_table"];

    /// <summary>Returns the place of a module's group, which is higher than that of each group it may require.</summary>
    /// <param name="module">The name under which it is required, like <c>bridge.memory.pages</c>.</param>
    public static int PlaceOf(string module) => module.Split('.') switch
    {
        ["bridge", var name] when TopModules.Contains(name) => Top,
        ["bridge", var group, _] => Array.IndexOf(Names, group),
        _ => None,
    };

    /// <summary>Finds requires that lead up to a higher group.</summary>
    public static IEnumerable<string> FindUpward(IReadOnlyDictionary<string, string[]> requires) =>
        from module in requires
        from required in module.Value
        where PlaceOf(required) > PlaceOf(module.Key)
        select $"{module.Key} requires {required}";
}
