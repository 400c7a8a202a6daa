using System.Text.Json;

namespace Bridge.BillOfMaterials;

/// <summary>
/// Reads what a published program consists of, from the files that .NET reads at its start (<c>*.deps.json</c>,
/// <c>*.runtimeconfig.json</c>).
/// </summary>
internal sealed class PublishedProgram
{
    private readonly string _folder;

    /// <param name="folder">Where it was published.</param>
    /// <param name="dependencies">Its <c>*.deps.json</c>.</param>
    public PublishedProgram(string folder, string dependencies)
    {
        _folder = Path.GetFullPath(folder);
        using var document = JsonDocument.Parse(File.ReadAllBytes(dependencies));
        var root = document.RootElement;
        var target = root.GetProperty("targets").GetProperty(root.GetProperty("runtimeTarget").GetProperty("name").GetString()!);
        // The program itself comes first.
        Libraries = [.. target.EnumerateObject()
            .Select(entry => Library.Read(entry, root.GetProperty("libraries").GetProperty(entry.Name)))];
        Frameworks = [.. Directory.EnumerateFiles(_folder, "*.runtimeconfig.json").SelectMany(ReadFrameworks)];
    }

    /// <summary>Gets the program itself, then the projects and packages that it is made of.</summary>
    public IReadOnlyList<Library> Libraries { get; }

    /// <summary>Gets the frameworks that must be installed, at least in these versions; none if the program brings its own.</summary>
    public IReadOnlyList<(string Name, string Version)> Frameworks { get; }

    /// <summary>Gets every file of the folder but the bill, sorted, with slashes between folders.</summary>
    public IEnumerable<string> Files => Directory.EnumerateFiles(_folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(_folder, path).Replace('\\', '/'))
        .Where(name => name != Bill.FileName)
        .Order(StringComparer.Ordinal);

    public byte[] ReadFile(string name) => File.ReadAllBytes(Path.Combine(_folder, name));

    private static IEnumerable<(string Name, string Version)> ReadFrameworks(string path)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(path));
        var options = document.RootElement.GetProperty("runtimeOptions");
        JsonElement[] listed = options.TryGetProperty("frameworks", out var several) ? [.. several.EnumerateArray()]
            : options.TryGetProperty("framework", out var one) ? [one] : [];
        return [.. listed.Select(framework => (framework.GetProperty("name").GetString()!, framework.GetProperty("version").GetString()!))];
    }
}

/// <summary>A package or a project.</summary>
/// <param name="Name">Its id.</param>
/// <param name="Version">Its version.</param>
/// <param name="IsPackage">Whether it is a package; otherwise a project of this repository.</param>
/// <param name="Sha512">The hash of the downloaded package, in base64; empty for a project.</param>
/// <param name="Dependencies">Each with its version, like <c>Serilog/3.1.1</c>.</param>
/// <param name="Files">The names of its files in the folder.</param>
internal sealed record Library(string Name, string Version, bool IsPackage, string Sha512,
    IReadOnlyList<string> Dependencies, IReadOnlyList<string> Files)
{
    private const string HashPrefix = "sha512-";

    // Precedes the name of a framework that the program brings along.
    private const string FrameworkPrefix = "runtimepack.";

    public string Id => $"{Name}/{Version}";

    public static Library Read(JsonProperty entry, JsonElement library)
    {
        var (name, version) = entry.Name.Split('/') is [var first, var second]
            ? (first.StartsWith(FrameworkPrefix, StringComparison.Ordinal) ? first[FrameworkPrefix.Length..] : first, second)
            : throw new InvalidDataException(entry.Name);
        var hash = library.GetProperty("sha512").GetString()!;
        return new Library(name, version, library.GetProperty("type").GetString() != "project",
            hash.StartsWith(HashPrefix, StringComparison.Ordinal) ? hash[HashPrefix.Length..] : "",
            [.. Members(entry.Value, "dependencies").Select(other => $"{other.Name}/{other.Value.GetString()}")],
            [
                .. Members(entry.Value, "runtime").Concat(Members(entry.Value, "native")).Select(file => Path.GetFileName(file.Name)),
                .. Members(entry.Value, "resources")
                    .Select(file => $"{file.Value.GetProperty("locale").GetString()}/{Path.GetFileName(file.Name)}"),
                .. Members(entry.Value, "runtimeTargets").Select(file => file.Name),
            ]);
    }

    private static JsonProperty[] Members(JsonElement element, string name) =>
        element.TryGetProperty(name, out var members) ? [.. members.EnumerateObject()] : [];
}
