namespace Bridge.EndToEnd.Tests.Files;

/// <summary>A special file, which a shell command creates in place of a regular one; deleted with this object.</summary>
internal sealed class SpecialFile : IDisposable
{
    private readonly string _path;

    public SpecialFile(string folder, string making, string name)
    {
        _path = Path.Combine(folder, name);
        File.Delete(_path);
        Shell.Run(folder, making);
    }

    public void Dispose() => File.Delete(_path);
}
