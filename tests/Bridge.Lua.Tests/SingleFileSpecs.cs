namespace Bridge.Lua.Tests;

/// <summary>
/// Runs specs of the whole script with the single file that the build makes, as on Windows and in a folder whose name has an accent.
/// </summary>
public sealed class SingleFileSpecs(SingleFileSpecs.Suite suite) : IClassFixture<SingleFileSpecs.Suite>
{
    private static readonly string[] Parts = ["loading", "server", "serving", "connection", "rom", "states", "holding", "events"];

    public static TheoryData<string> Cases =>
        [.. SpecSuite.Names("windows").Where(name => Parts.Any(part => name.StartsWith($"0.10 {part}: ", StringComparison.Ordinal)))];

    [Theory]
    [MemberData(nameof(Cases))]
    public void Spec(string name)
    {
        var problem = suite.Run(name);

        Assert.True(problem is null, problem);
    }

    [Fact]
    public void It_has_every_module_as_it_is()
    {
        var bundle = File.ReadAllText(Suite.Source);

        Assert.All(ScriptModules.Read(), module =>
            Assert.Contains($"package.preload[\"{module.Key}\"] = function(...)\n{module.Value}end\n", bundle, StringComparison.Ordinal));
    }

    public sealed class Suite : SpecSuite
    {
        internal static readonly string Source = Path.Combine(RepositoryRoot(), "artifacts", "bridge.lua");

        private readonly string _folder;

        public Suite()
            : this(Directory.CreateTempSubdirectory("André-").FullName)
        {
        }

        private Suite(string folder)
            : base("windows", Copy(folder)) => _folder = folder;

        public override void Dispose()
        {
            base.Dispose();
            Directory.Delete(_folder, recursive: true);
            GC.SuppressFinalize(this);
        }

        private static string Copy(string folder)
        {
            var path = Path.Combine(folder, "bridge.lua");
            File.Copy(Source, path);
            return path;
        }
    }
}
