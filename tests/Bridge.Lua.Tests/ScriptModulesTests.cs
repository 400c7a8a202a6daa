using Xunit;

namespace Bridge.Lua.Tests;

/// <summary>The structure of the script: small modules that only depend on lower layers.</summary>
public sealed class ScriptModulesTests
{
    private const int MaxLines = 200;

    private static readonly SortedDictionary<string, string> Modules = ScriptModules.Read();

    // The upper layers, from the top down: the modules that may require them.
    private static readonly Dictionary<string, string> OnlyRequiredBy = new()
    {
        ["bridge.app"] = "",
        ["bridge.parts"] = "bridge.app",
        ["bridge.command_table"] = "bridge.parts",
        ["bridge.frames.frame"] = "bridge.parts",
        ["bridge.serving.serving"] = "bridge.parts",
        ["bridge.serving.standstill"] = "bridge.parts",
        ["bridge.game.lifecycle"] = "bridge.parts",
        ["bridge.input.keys"] = "bridge.parts",
        ["bridge.frames.frame_skip"] = "bridge.parts",
        ["bridge.serving.server"] = "bridge.parts",
    };

    [Fact]
    public void A_module_has_200_lines_at_most()
    {
        var tooLong =
            from module in Modules
            let lines = module.Value.Count(c => c == '\n')
            where lines > MaxLines
            select $"{module.Key} has {lines} lines";

        Assert.NotEmpty(Modules);
        Assert.Empty(tooLong);
    }

    [Fact]
    public void Modules_do_not_require_each_other_in_a_cycle()
    {
        Assert.Empty(ScriptModules.FindCycle(Modules.ToDictionary(module => module.Key, module => ScriptModules.Requires(module.Value))));
    }

    [Fact]
    public void A_cycle_is_found()
    {
        var requires = new Dictionary<string, string[]> { ["top"] = ["a"], ["a"] = ["leaf", "b"], ["b"] = ["leaf", "a"], ["leaf"] = [] };

        Assert.Equal(["a", "b", "a"], ScriptModules.FindCycle(requires));
    }

    [Fact]
    public void No_module_requires_one_above_it()
    {
        var upward =
            from module in Modules
            from required in ScriptModules.Requires(module.Value)
            let allowed = required.StartsWith("bridge.commands.", StringComparison.Ordinal)
                ? "bridge.command_table"
                : OnlyRequiredBy.GetValueOrDefault(required, module.Key)
            where module.Key != allowed
            select $"{module.Key} requires {required}";

        Assert.Empty(upward);
        Assert.All(OnlyRequiredBy.Keys, name => Assert.Contains(name, Modules.Keys));
    }

    [Fact]
    public void Annotations_name_only_types_that_are_declared()
    {
        var texts = Modules.Values.Append(ScriptModules.ReadTypesOfMgba()).ToList();
        var declared = texts.SelectMany(ScriptModules.DeclaredTypes).ToHashSet();

        var unknown = texts.SelectMany(ScriptModules.NamedTypes).ToHashSet();
        unknown.ExceptWith(declared);

        Assert.NotEmpty(declared);
        Assert.Empty(unknown);
    }
}
