using Bridge.SocketPool.Secrets;

namespace Bridge.Api.Server.Files;

/// <summary>
/// Creates files and folders that only this account can read, whatever its umask is, and refuses folders that others can write to.
/// </summary>
internal static class PrivateFiles
{
    private const UnixFileMode OfFiles = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode OfFolders = OfFiles | UnixFileMode.UserExecute;

    /// <summary>Creates a folder and those above it. An existing folder keeps its mode.</summary>
    /// <exception cref="IOException">The folder can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to the folder above it.</exception>
    public static void CreateFolder(string path)
    {
        if (Directory.Exists(path))
            return;
        // .NET gives the mode to the last folder only.
        if (Path.GetDirectoryName(path) is { Length: > 0 } above)
            CreateFolder(above);
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(path);
        else
            Directory.CreateDirectory(path, OfFolders);
    }

    /// <summary>Creates a file in place of one of this name, without following a link. OWNED BY THE CALLER.</summary>
    /// <exception cref="IOException">The file can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to the folder.</exception>
    public static FileStream Create(string path)
    {
        File.Delete(path);
        return Open(path, FileMode.CreateNew, FileShare.ReadWrite | FileShare.Delete);
    }

    /// <summary>Opens a file for writing, and creates it if there is none. OWNED BY THE CALLER.</summary>
    /// <exception cref="IOException">The file can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to the file.</exception>
    public static FileStream Open(string path, FileMode mode, FileShare share)
    {
        var options = new FileStreamOptions { Mode = mode, Access = FileAccess.Write, Share = share };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OfFiles;
        return new FileStream(path, options);
    }

    /// <summary>Checks that only this account and root can write to a folder. See <see cref="TrustedFolder"/>.</summary>
    /// <param name="path">The path of the folder, or of an open descriptor of it.</param>
    /// <param name="shownPath">The path for the sentence.</param>
    /// <exception cref="UntrustedFolderException">Another account may have put files there.</exception>
    /// <exception cref="IOException">The status of the folder can't be read.</exception>
    public static void CheckFolder(string path, string shownPath)
    {
        if (TrustedFolder.FindProblem(path, allowsSticky: false) is { } problem)
            throw new UntrustedFolderException($"The folder {shownPath} {problem}.");
    }
}
