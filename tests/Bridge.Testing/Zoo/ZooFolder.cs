using Bridge.Testing.Zoo.Games;

namespace Bridge.Testing.Zoo;

/// <summary>A folder with the files of all games of the zoo, and an archive that mGBA refuses; deleted with the test.</summary>
public sealed class ZooFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-zoo-");

    public ZooFolder()
    {
        foreach (var file in ZooGames.All.Values.SelectMany(game => game.Files).Append(ArchiveGames.WithoutGame))
            file.WriteTo(Path);
    }

    public string Path => _folder.FullName;

    /// <summary>Returns the path of one of its files.</summary>
    public string PathOf(string file) => System.IO.Path.Combine(Path, file);

    public void Dispose() => _folder.Delete(recursive: true);
}
