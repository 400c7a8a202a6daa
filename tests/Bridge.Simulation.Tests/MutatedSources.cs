using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using Bridge.Testing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Bridge.Simulation.Tests;

/// <summary>
/// A simulation with a planted bug: compiled from the sources in the checkout, with the edits of a mutation applied.
/// Edits change lines that end with a marker, a comment like <c>// mutation: reply-slot</c>.
/// </summary>
internal sealed partial class MutatedSources
{
    private const string Simulation = "Bridge.SocketPool.Simulation";

    private const string ImplicitUsings =
        """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        global using Bridge.SocketPool.Model;
        global using Bridge.SocketPool.TypedCommands;
        """;

    // Sources that the simulation replaces or does without.
    private static readonly string[] Replaced =
    [
        "/Diagnostics/Log.cs", "/Connections/Delay.cs", "/Connections/UnixSocket.cs", "/Scheduling/BusyPoll.cs", "/Scheduling/RoundEnd.cs",
        "/Secrets/FileStatus.cs", "/Secrets/FoundSocket.cs", "/Secrets/KeyFile.cs", "/Secrets/OwnAccount.cs", "/Secrets/PeerAccount.cs",
        "/Secrets/SocketQuery.cs", "/Secrets/SocketTable.cs", "/Secrets/TrustedFile.cs", "/Secrets/TrustedFolder.cs",
    ];

    private static readonly CSharpParseOptions Language = CSharpParseOptions.Default.WithLanguageVersion(LanguageVersion.CSharp14);

    private readonly string _run;
    private readonly Lazy<CSharpCompilation> _unchanged;
    private readonly Lazy<Dictionary<string, MarkedLine>> _marked;

    // run: the type whose method With runs a seed. assemblies: those of the compiled sources, which can't be referenced as well.
    private MutatedSources(string run, string[] assemblies, Func<IEnumerable<string>> files)
    {
        _run = run;
        _unchanged = new(() => Parse(assemblies, files()));
        _marked = new(() => _unchanged.Value.SyntaxTrees.SelectMany(FindMarked).ToDictionary(line => line.Marker));
    }

    /// <summary>Gets the client, in its simulation.</summary>
    public static MutatedSources Client { get; } = new($"{Simulation}.Run", ["Bridge.SocketPool", Simulation], () =>
        Sources("src", "Bridge.SocketPool").Where(file => !Array.Exists(Replaced, part => file.Contains(part, StringComparison.Ordinal)))
            .Concat(Sources("tests", Simulation)));

    /// <summary>Gets the rules of created emulators, in their simulation.</summary>
    public static MutatedSources Creations { get; } = new(
        "Bridge.Simulation.Tests.Creations.CreationRun", ["Bridge.SocketPool", "Bridge.Simulation.Tests"], () =>
    [
        .. ((string[])["Features/OnDemand/IdempotentCreations", "Features/OnDemand/CreationPlaces", "Features/OnDemand/EndedNames",
            "Features/OnDemand/NewNames", "Features/OnDemand/OnDemandOptions",
            "Contract/Errors/RequestException", "Contract/Errors/ProblemType", "Contract/Errors/ProblemTypes"])
            .Select(file => RepositoryRoot.Combine("src", "Bridge.Api", $"{file}.cs")),
        RepositoryRoot.Combine("tests", "Bridge.Simulation.Tests", "Fleet", "FleetLoop.cs"),
        RepositoryRoot.Combine("tests", "Bridge.Simulation.Tests", "Creations", "CreationRun.cs"),
        RepositoryRoot.Combine("tests", "Bridge.Simulation.Tests", "Creations", "ModelBridge.cs"),
    ]);

    /// <summary>Compiles the sources with a mutation.</summary>
    /// <exception cref="InvalidOperationException">
    /// A marker or the code that an edit changes is missing, or the result doesn't compile.
    /// </exception>
    public SeededRun With(Mutation mutation)
    {
        var compilation = mutation.Edits.Aggregate(_unchanged.Value, Edit);
        using var assembly = new MemoryStream();
        var result = compilation.Emit(assembly);
        if (!result.Success)
        {
            var errors = result.Diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error);
            throw new InvalidOperationException($"\"{mutation}\" does not compile: {string.Join('\n', errors)}");
        }

        assembly.Position = 0;
        var mutated = new AssemblyLoadContext(mutation.Name, isCollectible: true).LoadFromStream(assembly);
        var run = mutated.GetType(_run, throwOnError: true)!;
        return run.GetMethod("With", BindingFlags.Public | BindingFlags.Static)!.CreateDelegate<SeededRun>();
    }

    private CSharpCompilation Edit(CSharpCompilation compilation, (string Marker, Edit Edit) edit)
    {
        var line = Find(edit.Marker);
        var tree = compilation.SyntaxTrees.Single(tree => tree.FilePath == line.File);
        var text = tree.GetText();
        var change = new TextChange(text.Lines[line.Number].Span, edit.Edit(line.Code, marker => Find(marker).Code));
        return compilation.ReplaceSyntaxTree(tree, tree.WithChangedText(text.WithChanges(change)));
    }

    private MarkedLine Find(string marker) => _marked.Value.GetValueOrDefault(marker)
        ?? throw new InvalidOperationException($"No line of the sources ends with \"// mutation: {marker}\".");

    private static IEnumerable<MarkedLine> FindMarked(SyntaxTree tree) => tree.GetText().Lines
        .Select(line => (line.LineNumber, Match: Marker().Match(line.ToString()))).Where(line => line.Match.Success)
        .Select(line => new MarkedLine(line.Match.Groups["marker"].Value, tree.FilePath, line.LineNumber, line.Match.Groups["code"].Value));

    [GeneratedRegex("^ *(?<code>.*?) // mutation: (?<marker>[a-z-]+)$")]
    private static partial Regex Marker();

    private static CSharpCompilation Parse(string[] assemblies, IEnumerable<string> files)
    {
        var trees = files.Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), Language, file))
            .Append(CSharpSyntaxTree.ParseText(ImplicitUsings, Language));
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => !assemblies.Contains(Path.GetFileNameWithoutExtension(path)))
            .Select(path => MetadataReference.CreateFromFile(path));
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release,
            nullableContextOptions: NullableContextOptions.Annotations,
            specificDiagnosticOptions: ImmutableDictionary<string, ReportDiagnostic>.Empty.Add("CS0436", ReportDiagnostic.Suppress));
        return CSharpCompilation.Create($"{Simulation}.Mutated", trees, references, options);
    }

    private static IEnumerable<string> Sources(params string[] folder) =>
        Directory.GetFiles(RepositoryRoot.Combine(folder), "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal);

    private sealed record MarkedLine(string Marker, string File, int Number, string Code);
}
