using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Notebook;

/// <summary>Settings of notebooks.</summary>
internal sealed record NotebookOptions
{
    /// <summary>The folder of the notebooks. Default: <c>Bridge/notebooks</c> below the account's local application data.</summary>
    public string? Folder { get; set; }

    /// <summary>Gets the full path of the folder; null if none is configured and the account has no data folder.</summary>
    public string? Root => Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("notebooks");

    /// <summary>Returns a sentence for each setting that can't be used.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Folder is { Length: > 0 } folder && File.Exists(folder))
            yield return $"Bridge:Notebook:Folder must be a folder, which the bridge creates if needed; got the file \"{folder}\".";
    }
}
