using System.Diagnostics;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>The bill of materials of the published bridge, compared with the published files.</summary>
public sealed partial class BillOfMaterialsTests : IAsyncLifetime
{
    private readonly DirectoryInfo _published = Directory.CreateTempSubdirectory("bridge-published-");
    private JsonElement _bill;

    public async ValueTask InitializeAsync()
    {
        // Published in the tests' configuration, beside the tests.
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Name;
        var start = new ProcessStartInfo("dotnet",
        [
            "publish", RepositoryRoot.Combine("src", "Bridge.Api"), "--no-build", "--nologo",
            "--disable-build-servers", "-c", configuration, "-o", _published.FullName,
        ]);
        var publish = await FinishedProcess.RunAsync(start, limit: TimeSpan.FromMinutes(4));
        Assert.True(publish.ExitCode == 0, publish.All);
        _bill = JsonDocument.Parse(await File.ReadAllBytesAsync(Path.Combine(_published.FullName, "sbom.cdx.json"))).RootElement;
    }

    public ValueTask DisposeAsync()
    {
        _published.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void It_has_every_published_file_with_its_hash_and_what_the_format_asks_for()
    {
        HasEveryFile();
        HasEveryPackage();
        HasWhatTheFormatAsksFor();
    }

    private void HasEveryFile()
    {
        var listed = Components().Where(component => Text(component, "type") == "file")
            .ToDictionary(file => Text(file, "name"), file => Text(file.GetProperty("hashes")[0], "content"));
        var files = Directory.GetFiles(_published.FullName, "*", SearchOption.AllDirectories)
            .Where(path => Path.GetFileName(path) != "sbom.cdx.json")
            .ToDictionary(path => Path.GetRelativePath(_published.FullName, path),
                path => Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(path))));
        Assert.Equal(files.OrderBy(file => file.Key), listed.OrderBy(file => file.Key));
    }

    // The packages of the program itself in the lock file, without those that are only needed to build it.
    private void HasEveryPackage()
    {
        var packages = Components().Where(component => component.TryGetProperty("purl", out _)).ToArray();
        var locked = JsonDocument.Parse(File.ReadAllBytes(RepositoryRoot.Combine("src", "Bridge.Api", "packages.lock.json"))).RootElement
            .GetProperty("dependencies").GetProperty("net10.0");
        foreach (var package in packages)
        {
            var inLock = locked.GetProperty(Text(package, "name"));
            Assert.Equal(Text(inLock, "resolved"), Text(package, "version"));
            Assert.Equal(Text(inLock, "contentHash"),
                Convert.ToBase64String(Convert.FromHexString(Text(package.GetProperty("hashes")[0], "content"))));
            Assert.NotEqual(0, package.GetProperty("licenses").GetArrayLength());
        }

        foreach (var dll in Directory.GetFiles(_published.FullName, "*.dll").Select(path => Path.GetFileName(path)!)
            .Where(name => !name.StartsWith("Bridge.", StringComparison.Ordinal)))
            Assert.Contains(packages, package => package.GetProperty("components").EnumerateArray().Any(file => Text(file, "name") == dll));
    }

    // The required members of the CycloneDX 1.6 schema, and their formats.
    private void HasWhatTheFormatAsksFor()
    {
        Assert.Equal(("CycloneDX", "1.6", 1),
            (Text(_bill, "bomFormat"), Text(_bill, "specVersion"), _bill.GetProperty("version").GetInt32()));
        Assert.Matches(SerialNumber(), Text(_bill, "serialNumber"));
        var references = Components().Where(component => component.TryGetProperty("bom-ref", out _))
            .Select(component => Text(component, "bom-ref")).ToArray();
        Assert.Equal(references.Distinct(), references);
        foreach (var component in Components())
        {
            Assert.Contains(Text(component, "type"), (string[])["application", "library", "framework", "file"]);
            Assert.NotEmpty(Text(component, "name"));
            foreach (var hash in component.TryGetProperty("hashes", out var hashes) ? hashes.EnumerateArray() : [])
                Assert.Equal(Text(hash, "alg") == "SHA-256" ? 64 : Text(hash, "alg") == "SHA-512" ? 128 : -1,
                    Hexadecimal().Match(Text(hash, "content")).Length);
        }

        var graph = _bill.GetProperty("dependencies").EnumerateArray().ToArray();
        Assert.Equal(references.Order(), graph.Select(entry => Text(entry, "ref")).Order());
        Assert.Subset(references.ToHashSet(), graph.SelectMany(entry =>
            entry.TryGetProperty("dependsOn", out var on) ? on.EnumerateArray() : []).Select(id => id.GetString()!).ToHashSet());
        Assert.Contains(Components(),
            component => Text(component, "name") == "Microsoft.AspNetCore.App" && Text(component, "type") == "framework");
    }

    private IEnumerable<JsonElement> Components()
    {
        IEnumerable<JsonElement> top = [_bill.GetProperty("metadata").GetProperty("component"),
            .. _bill.GetProperty("components").EnumerateArray()];
        return top.SelectMany(component => component.TryGetProperty("components", out var parts)
            ? [component, .. parts.EnumerateArray()]
            : (IEnumerable<JsonElement>)[component]);
    }

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString()!;

    [GeneratedRegex("^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")]
    private static partial Regex SerialNumber();

    [GeneratedRegex("^[0-9a-f]+$")]
    private static partial Regex Hexadecimal();
}
