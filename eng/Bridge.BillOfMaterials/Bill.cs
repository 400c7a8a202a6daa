using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bridge.BillOfMaterials;

/// <summary>
/// Writes a software bill of materials in the format CycloneDX 1.6 (ECMA-424). The same build has the same bill: it has no date.
/// </summary>
internal static class Bill
{
    /// <summary>The name of the file beside the program; tools recognize CycloneDX by this ending.</summary>
    public const string FileName = "sbom.cdx.json";

    // The license of this repository, and of .NET's frameworks.
    private const string OwnLicense = "MIT";

    private static readonly JsonSerializerOptions Readable = new()
        { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Returns the bill of a program as JSON.</summary>
    public static string Of(PublishedProgram program, PackageFolder packages)
    {
        // The files that no component has yet: a file belongs to the first component that names it.
        var here = program.Files.ToHashSet(StringComparer.Ordinal);
        JsonArray FilesOf(IEnumerable<string> names) => [.. names.Where(here.Remove).Select(name => FileOf(name, program.ReadFile(name)))];

        var components = new JsonArray();
        foreach (var library in program.Libraries.Skip(1))
            components.Add(library.IsPackage
                ? OfPackage(library, packages.NotesOf(library), FilesOf(library.Files))
                : OfProject(library, "library", FilesOf(library.Files)));
        foreach (var (name, version) in program.Frameworks)
        {
            components.Add(new JsonObject
            {
                ["type"] = "framework",
                ["bom-ref"] = $"{name}/{version}",
                ["name"] = name,
                ["version"] = version,
                ["description"] = "Of the machine or the container image, in this version or a later one of the same line; "
                    + "not part of the published build.",
                ["scope"] = "excluded",
                ["licenses"] = new JsonArray(new JsonObject { ["license"] = new JsonObject { ["id"] = OwnLicense } }),
            });
        }

        var document = new JsonObject
        {
            ["$schema"] = "http://cyclonedx.org/schema/bom-1.6.schema.json",
            ["bomFormat"] = "CycloneDX",
            ["specVersion"] = "1.6",
            ["version"] = 1,
            ["metadata"] = new JsonObject
            {
                ["lifecycles"] = new JsonArray(new JsonObject { ["phase"] = "build" }),
                // With all files that belong to no library: settings, and the executable.
                ["component"] = OfProject(program.Libraries[0], "application", FilesOf([.. program.Libraries[0].Files, .. program.Files])),
            },
            ["components"] = components,
            ["dependencies"] = DependenciesOf(program),
        };
        document["serialNumber"] = $"urn:uuid:{IdOf(document)}";
        return document.ToJsonString(Readable) + "\n";
    }

    private static JsonObject OfProject(Library library, string type, JsonArray files) => new()
    {
        ["type"] = type,
        ["bom-ref"] = library.Id,
        ["name"] = library.Name,
        ["version"] = library.Version,
        ["licenses"] = new JsonArray(new JsonObject { ["license"] = new JsonObject { ["id"] = OwnLicense } }),
        ["components"] = files,
    };

    private static JsonObject OfPackage(Library library, PackageNotes notes, JsonArray files)
    {
        var component = new JsonObject
        {
            ["type"] = "library",
            ["bom-ref"] = library.Id,
            ["name"] = library.Name,
            ["version"] = library.Version,
            ["purl"] = $"pkg:nuget/{library.Name}@{library.Version}",
        };
        if (library.Sha512.Length > 0)
            component["hashes"] = new JsonArray(HashOf("SHA-512", Convert.FromBase64String(library.Sha512)));
        if (notes.Authors is { } authors)
            component["authors"] = new JsonArray(new JsonObject { ["name"] = authors });
        if (notes.Copyright is { } copyright)
            component["copyright"] = copyright;
        if (LicenseOf(notes) is { } license)
            component["licenses"] = new JsonArray(license);
        if (notes.Site is { } site)
            component["externalReferences"] = new JsonArray(new JsonObject { ["type"] = "website", ["url"] = site });
        component["components"] = files;
        return component;
    }

    private static JsonObject? LicenseOf(PackageNotes notes) => notes switch
    {
        { LicenseExpression: { } expression } => new JsonObject { ["expression"] = expression },
        { LicenseFile: { } file } => new JsonObject { ["license"] = new JsonObject { ["name"] = $"the file {file} of the package" } },
        { LicenseAddress: { } url } =>
            new JsonObject { ["license"] = new JsonObject { ["name"] = "as told at its address", ["url"] = url } },
        _ => null,
    };

    private static JsonObject FileOf(string name, byte[] bytes) => new()
    {
        ["type"] = "file",
        ["name"] = name,
        ["hashes"] = new JsonArray(HashOf("SHA-256", SHA256.HashData(bytes))),
    };

    private static JsonObject HashOf(string algorithm, byte[] hash) =>
        new() { ["alg"] = algorithm, ["content"] = Convert.ToHexStringLower(hash) };

    private static JsonArray DependenciesOf(PublishedProgram program) =>
    [
        .. program.Libraries.Select((library, i) => new JsonObject
        {
            ["ref"] = library.Id,
            ["dependsOn"] = new JsonArray([.. library.Dependencies.Concat(
                i == 0 ? program.Frameworks.Select(framework => $"{framework.Name}/{framework.Version}") : [])
                .Where(id => program.Libraries.Any(other => other.Id == id) || i == 0).Distinct().Select(id => (JsonNode)id)]),
        }),
        .. program.Frameworks.Select(framework => new JsonObject { ["ref"] = $"{framework.Name}/{framework.Version}" }),
    ];

    // A UUID of version 8 from the hash of the content (RFC 9562, 5.8).
    private static Guid IdOf(JsonObject document)
    {
        var bytes = SHA256.HashData(Encoding.UTF8.GetBytes(document.ToJsonString()))[..16];
        bytes[6] = (byte)(0x80 | (bytes[6] & 0x0F));
        bytes[8] = (byte)(0x80 | (bytes[8] & 0x3F));
        return new Guid(bytes, bigEndian: true);
    }
}
