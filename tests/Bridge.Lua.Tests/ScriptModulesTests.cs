using Xunit;

namespace Bridge.Lua.Tests;

/// <summary>The structure of the script: small modules that only depend on lower layers.</summary>
public sealed class ScriptModulesTests
{
    private const int MaxLines = 200;

    private static readonly SortedDictionary<string, string> Modules = ScriptModules.Read();

    private static readonly Dictionary<string, string[]> Requires =
        Modules.ToDictionary(module => module.Key, module => ScriptModules.Requires(module.Value));

    // The upper layers, from the top down, each with the only module that may require it; empty: none.
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
        Assert.Empty(ScriptModules.FindCycle(Requires));
    }

    [Fact]
    public void A_cycle_is_found()
    {
        var requires = new Dictionary<string, string[]> { ["top"] = ["a"], ["a"] = ["leaf", "b"], ["b"] = ["leaf", "a"], ["leaf"] = [] };

        Assert.Equal(["a", "b", "a"], ScriptModules.FindCycle(requires));
    }

    [Fact]
    public void Every_module_is_in_a_group()
    {
        Assert.DoesNotContain(Modules.Keys, module => ModuleGroups.PlaceOf(module) == ModuleGroups.None);
    }

    [Theory]
    [InlineData("bridge.memory.pages", true)]
    [InlineData("bridge.app", true)]
    [InlineData("bridge.pages", false)]
    [InlineData("bridge.app.pages", false)]
    [InlineData("bridge.memory.pages.one", false)]
    public void A_module_outside_the_groups_is_found(string module, bool isInGroup)
    {
        Assert.Equal(isInGroup, ModuleGroups.PlaceOf(module) != ModuleGroups.None);
    }

    [Fact]
    public void No_group_requires_one_above_it()
    {
        Assert.Empty(ModuleGroups.FindUpward(Requires));
        Assert.All(Requires.SelectMany(module => module.Value), required => Assert.Contains(required, Modules.Keys));
    }

    [Fact]
    public void A_require_of_a_group_above_is_found()
    {
        var requires = new Dictionary<string, string[]>
        {
            ["bridge.memory.pages"] = ["bridge.wire.limits", "bridge.memory.memory", "bridge.game.game"],
            ["bridge.commands.rom"] = ["bridge.game.game", "bridge.config"],
            ["bridge.app"] = ["bridge.parts", "bridge.commands.rom"],
        };

        Assert.Equal(["bridge.memory.pages requires bridge.game.game", "bridge.commands.rom requires bridge.config"],
            ModuleGroups.FindUpward(requires));
    }

    [Fact]
    public void No_module_requires_one_above_it()
    {
        var upward =
            from module in Requires
            from required in module.Value
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
