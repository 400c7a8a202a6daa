namespace Bridge.EndToEnd.Tests.Files;

/// <summary>What a command of the shell has made in a folder, in the place of what was there; gone with the test.</summary>
internal sealed class StrangeFile : IDisposable
{
    private readonly string _path;

    public StrangeFile(string folder, string making, string name)
    {
        _path = Path.Combine(folder, name);
        File.Delete(_path);
        Shell.Run(folder, making);
    }

    public void Dispose() => File.Delete(_path);
}
