using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using Bridge.Testing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Bridge.Simulation.Tests;

/// <summary>The simulation with a bug in it: compiled from the sources as they stand in the checkout, except for the edits of a mutation.</summary>
internal static class MutatedClient
{
    private const string Simulation = "Bridge.SocketPool.Simulation";

    private const string ImplicitUsings =
        "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks; global using Bridge.SocketPool.Model; global using Bridge.SocketPool.TypedCommands;";

    // Those that the simulation has its own of, or does without.
    private static readonly string[] Replaced =
        ["/Diagnostics/Log.cs", "/Connections/Pause.cs", "/Connections/KeyFile.cs", "/Connections/TrustedFile.cs", "/Connections/PortOwner.cs"];

    private static readonly string Client = RepositoryRoot.Combine("src", "Bridge.SocketPool");
    private static readonly CSharpParseOptions Language = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.CSharp14);
    private static readonly Lazy<CSharpCompilation> Unchanged = new(Parse);

    /// <summary>Compiles it.</summary>
    /// <exception cref="InvalidOperationException">What an edit is to replace isn't there, or stands there more than once; or it doesn't compile.</exception>
    public static SeededRun With(Mutation mutation)
    {
        var compilation = mutation.Edits.Aggregate(Unchanged.Value, Edit);
        using var assembly = new MemoryStream();
        var result = compilation.Emit(assembly);
        if (!result.Success)
            throw new InvalidOperationException($"\"{mutation}\" does not compile: {string.Join('\n', result.Diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error))}");
        assembly.Position = 0;
        var run = new AssemblyLoadContext(mutation.Name, isCollectible: true).LoadFromStream(assembly).GetType($"{Simulation}.Run", throwOnError: true)!;
        return run.GetMethod("With", BindingFlags.Public | BindingFlags.Static)!.CreateDelegate<SeededRun>();
    }

    private static CSharpCompilation Edit(CSharpCompilation compilation, (string File, string Old, string New) edit)
    {
        var path = Path.Combine(Client, edit.File);
        var tree = compilation.SyntaxTrees.Single(tree => tree.FilePath == path);
        var text = tree.ToString();
        if (text.Split(edit.Old).Length != 2)
            throw new InvalidOperationException($"In {edit.File} this does not stand exactly once: {edit.Old}");
        return compilation.ReplaceSyntaxTree(tree, CSharpSyntaxTree.ParseText(text.Replace(edit.Old, edit.New, StringComparison.Ordinal), Language, path));
    }

    private static CSharpCompilation Parse()
    {
        var files = Sources(Client).Where(file => !Array.Exists(Replaced, end => file.EndsWith(end, StringComparison.Ordinal)))
            .Concat(Sources(RepositoryRoot.Combine("tests", Simulation)));
        var trees = files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Language, file)).Append(CSharpSyntaxTree.ParseText(ImplicitUsings, Language));
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetFileNameWithoutExtension(path) is not ("Bridge.SocketPool" or Simulation)).Select(path => MetadataReference.CreateFromFile(path));
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Annotations,
            specificDiagnosticOptions: ImmutableDictionary<string, ReportDiagnostic>.Empty.Add("CS0436", ReportDiagnostic.Suppress));
        return CSharpCompilation.Create($"{Simulation}.Mutated", trees, references, options);
    }

    private static IEnumerable<string> Sources(string folder) => Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal);
}
