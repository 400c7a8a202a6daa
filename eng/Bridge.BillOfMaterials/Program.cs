using Bridge.BillOfMaterials;

if (args is not [var folder, var dependencies, var packages])
{
    await Console.Error.WriteLineAsync("Usage: Bridge.BillOfMaterials PUBLISH_FOLDER DEPS_JSON PACKAGES_FOLDER");
    return 2;
}

var published = new PublishedProgram(folder, dependencies);
await File.WriteAllTextAsync(Path.Combine(folder, Bill.FileName), Bill.Of(published, new PackageFolder(packages)));
return 0;
