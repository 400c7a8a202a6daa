namespace Bridge.Api.Server.Files;

/// <summary>A new folder in the system's folder for temporary files, which only this account may use. It ends with this object.</summary>
/// <param name="prefix">The start of its name.</param>
internal sealed class TemporaryFolder(string prefix) : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory(prefix).FullName;

    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // Systems delete old temporary files by themselves.
        }
    }
}
