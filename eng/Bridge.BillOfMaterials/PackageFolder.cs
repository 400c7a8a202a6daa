using System.Xml.Linq;

namespace Bridge.BillOfMaterials;

/// <summary>
/// The folder into which NuGet unpacks packages: each with its <c>.nuspec</c>, which says who made it and under which licence.
/// </summary>
internal sealed class PackageFolder(string folder)
{
    /// <summary>What the package says of itself.</summary>
    public PackageNotes NotesOf(Library library)
    {
        var path = Path.Combine(folder, library.Name.ToLowerInvariant(), library.Version.ToLowerInvariant(),
            $"{library.Name.ToLowerInvariant()}.nuspec");
        var metadata = XDocument.Load(path).Root!.Elements().First(element => element.Name.LocalName == "metadata");
        XElement? Find(string name) => metadata.Elements().FirstOrDefault(element => element.Name.LocalName == name);
        string? Text(string name) => Find(name)?.Value.Trim() is { Length: > 0 } text ? text : null;

        var license = Find("license");
        return new PackageNotes(
            Text("authors"), Text("copyright"), Text("projectUrl"),
            license?.Attribute("type")?.Value == "expression" ? license.Value.Trim() : null,
            license?.Attribute("type")?.Value == "file" ? license.Value.Trim() : null,
            // What NuGet writes there for older readers when one of the others is given.
            Text("licenseUrl") is { } url && url != "https://aka.ms/deprecateLicenseUrl" ? url : null);
    }
}

/// <param name="Authors">Who made it.</param>
/// <param name="Copyright">Its line of copyright.</param>
/// <param name="Site">Where it lives.</param>
/// <param name="LicenseExpression">SPDX's, like <c>MIT</c>.</param>
/// <param name="LicenseFile">The name of a file in the package.</param>
/// <param name="LicenseAddress">Where the licence can be read.</param>
internal sealed record PackageNotes(string? Authors, string? Copyright, string? Site, string? LicenseExpression,
    string? LicenseFile, string? LicenseAddress);
