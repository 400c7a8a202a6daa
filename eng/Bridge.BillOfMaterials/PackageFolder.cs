using System.Xml.Linq;

namespace Bridge.BillOfMaterials;

/// <summary>
/// Reads NuGet's folder of unpacked packages: each has a <c>.nuspec</c>, which says who made it and under which license.
/// </summary>
internal sealed class PackageFolder(string folder)
{
    /// <summary>Reads the <c>.nuspec</c> of a package.</summary>
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
            // NuGet writes this address for older readers when an expression or a file is given.
            Text("licenseUrl") is { } url && url != "https://aka.ms/deprecateLicenseUrl" ? url : null);
    }
}

/// <summary>What a package says of itself; null: it doesn't say.</summary>
/// <param name="Authors">Its authors.</param>
/// <param name="Copyright">Its line of copyright.</param>
/// <param name="Site">The address of the project's site.</param>
/// <param name="LicenseExpression">The license by SPDX, like <c>MIT</c>.</param>
/// <param name="LicenseFile">The name of the license's file in the package.</param>
/// <param name="LicenseAddress">Where the license can be read.</param>
internal sealed record PackageNotes(string? Authors, string? Copyright, string? Site, string? LicenseExpression,
    string? LicenseFile, string? LicenseAddress);
