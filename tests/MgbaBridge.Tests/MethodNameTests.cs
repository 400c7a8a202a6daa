using System.Reflection;
using System.Text.RegularExpressions;

namespace MgbaBridge.Tests;

/// <summary>The clients in Python, TypeScript and C# have the same methods, each named as its language does.</summary>
public sealed partial class MethodNameTests
{
    // Connections are opened and closed in each language's own way, and Python's properties look like methods. Vectors are in Python's
    // blocking client, because shared memory blocks, and over HTTP in the other languages.
    private static readonly string[] OfOneLanguage =
        ["run", "connect", "close", "dispose", "common", "constructor", "address", "lease", "timeout", "createVector",
            "vector", "vectors"];

    [Theory]
    [InlineData("Bridge", typeof(BridgeClient), "AsyncBridge")]
    [InlineData("Emulator", typeof(Emulator), "AsyncEmulator", "AsyncMemoryMethods", "AsyncButtonMethods", "AsyncFrameMethods",
        "AsyncStateMethods", "AsyncEventMethods", "AsyncHistoryMethods", "AsyncNotebookMethods", "AsyncMovieMethods",
        "AsyncClipMethods", "AsyncVideoMethods", "AsyncBranchMethods", "AsyncDebuggingMethods", "AsyncDoorMethods")]
    [InlineData("Hold", typeof(GameHold), "AsyncHold")]
    [InlineData("HeldGroup", typeof(HeldGroup), "AsyncHeldGroup")]
    public void Each_class_has_the_same_methods_in_every_language(string name, Type type, params string[] pythonNames)
    {
        var python = pythonNames.SelectMany(each => MethodsOf(each, "clients/python/src/mgba_bridge/_async", "*.py", PythonMethod()));
        var typescript = MethodsOf(name, "clients/typescript/src", "*.ts", TypeScriptMethod());
        var csharp = type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(method => !method.IsSpecialName).Select(method => Camel(method.Name));

        var expected = Sorted(python.Select(each => Underscored().Replace(each, match => match.Groups[1].Value.ToUpperInvariant())));
        Assert.NotEmpty(expected);
        Assert.Equal(expected, Sorted(typescript));
        Assert.Equal(expected, Sorted(csharp));
    }

    private static IEnumerable<string> MethodsOf(string name, string folder, string pattern, Regex method)
    {
        var header = new Regex($@"^(export )?class {name}\b", RegexOptions.Multiline);
        var file = Directory.GetFiles(RepositoryRoot.Combine(folder), pattern).Select(File.ReadAllText)
            .Single(text => header.IsMatch(text));
        var rest = file[header.Match(file).Index..];
        // The class ends at the next line that is not indented.
        var end = NotIndented().Match(rest, rest.IndexOf('\n', StringComparison.Ordinal) + 1);
        return method.Matches(end.Success ? rest[..end.Index] : rest).Select(match => match.Groups[1].Value);
    }

    // GetStateAsync is state() elsewhere, and ConnectEventsAsync events().
    private static string Camel(string name)
    {
        name = Affixes().Replace(name, "");
        return name == "ConnectEvents" ? "events" : char.ToLowerInvariant(name[0]) + name[1..];
    }

    private static string[] Sorted(IEnumerable<string> names) => [.. names.Except(OfOneLanguage).Order(StringComparer.Ordinal)];

    [GeneratedRegex(@"^    (?:async )?def ([a-z]\w*)\(self", RegexOptions.Multiline)]
    private static partial Regex PythonMethod();

    [GeneratedRegex(@"^  (?:async )?([a-z]\w*)(?: = |\(|<)", RegexOptions.Multiline)]
    private static partial Regex TypeScriptMethod();

    [GeneratedRegex("_([a-z0-9])")]
    private static partial Regex Underscored();

    [GeneratedRegex("^Get(?=[A-Z])|Async$")]
    private static partial Regex Affixes();

    [GeneratedRegex(@"^[^\s#]", RegexOptions.Multiline)]
    private static partial Regex NotIndented();
}
