using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Files;
using Bridge.SocketPool.Secrets;

namespace Bridge.Api.Features.Script;

/// <summary>The script for mGBA as one file, which the build creates from the sources in <c>lua</c>.</summary>
internal static class ScriptFile
{
    /// <summary>The name of the file, and of the resource in Bridge.Api.csproj.</summary>
    public const string Name = "bridge.lua";

    /// <summary>Gets the folder in the account's data that it is written to by default.</summary>
    public static string DefaultFolder => DataFolder.Of("script") ?? Path.Combine("Bridge", "script");

    /// <summary>Opens the file, which is UTF-8.</summary>
    public static Stream Open() => typeof(ScriptFile).Assembly.GetManifestResourceStream(Name)!;

    /// <summary>Writes the file into <paramref name="folder"/>, and replaces an older one only as a whole.</summary>
    /// <returns>The full path of the file to load in mGBA, and whether another version of it was there.</returns>
    /// <exception cref="StartException">The folder can't be written to, or others could replace the script.</exception>
    public static (string Path, bool ReplacesOther) WriteTo(string folder)
    {
        var target = Path.GetFullPath(folder);
        var written = Path.Combine(target, $".{Name}-{Guid.NewGuid():N}");
        try
        {
            PrivateFiles.CreateFolder(target);
            // mGBA runs the script, so no other account may be able to replace it.
            if (TrustedFolder.FindProblem(target, allowsSticky: true) is { } problem)
                throw new StartException($"The script can't be written to {target}, which {problem}.");
            using (var file = Create(written))
            using (var script = Open())
                script.CopyTo(file);
            var path = Path.Combine(target, Name);
            var replacesOther = File.Exists(path) && !File.ReadAllBytes(path).AsSpan().SequenceEqual(File.ReadAllBytes(written));
            File.Move(written, path, overwrite: true);
            return (path, replacesOther);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            if (File.Exists(written))
                File.Delete(written);
            throw new StartException($"The script can't be written to {target}: {exception.Message}", exception);
        }
    }

    // The script is no secret: another account may run mGBA with it.
    private static FileStream Create(string path)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        return new FileStream(path, options);
    }
}
