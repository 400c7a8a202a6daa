using System.Reflection;
using Bridge.Api.Errors;

namespace Bridge.Api.CommandLine;

/// <summary>The Lua files of the script, which are embedded in the program.</summary>
internal static class ScriptFiles
{
    // Bridge.Api.csproj names the resources like this.
    private const string Prefix = "lua/";
    private const string Main = "bridge.lua";
    private const string Modules = "bridge";

    private static readonly Assembly Program = typeof(ScriptFiles).Assembly;

    /// <summary>Gets the default folder of the script, below the account's application data.</summary>
    public static string DefaultFolder => Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify),
        "Bridge", "script");

    /// <summary>Writes the script to a folder. Replaces an older script completely, or leaves it unchanged if writing fails.</summary>
    /// <returns>The full path of the file to load in mGBA.</returns>
    /// <exception cref="StartException">The folder can't be written to, or has other files with these names.</exception>
    public static string WriteTo(string folder)
    {
        var target = Path.GetFullPath(folder);
        var staging = Path.Combine(target, $".bridge-{Guid.NewGuid():N}");
        try
        {
            var modules = Path.Combine(target, Modules);
            if (Directory.Exists(modules) && !File.Exists(Path.Combine(modules, "version.lua")))
                throw new StartException($"{modules} is a folder of other files; choose another folder with --path.");
            Directory.CreateDirectory(staging);
            WriteAll(staging);
            if (Directory.Exists(modules))
                Directory.Move(modules, Path.Combine(staging, "old"));
            Directory.Move(Path.Combine(staging, Modules), modules);
            File.Move(Path.Combine(staging, Main), Path.Combine(target, Main), overwrite: true);
            return Path.Combine(target, Main);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new StartException($"The script can't be written to {target}: {exception.Message}", exception);
        }
        finally
        {
            if (Directory.Exists(staging))
                Directory.Delete(staging, recursive: true);
        }
    }

    private static void WriteAll(string folder)
    {
        foreach (var resource in Program.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)))
        {
            // In a program that was built on Windows, the names have backslashes.
            var path = Path.Combine(folder, resource[Prefix.Length..].Replace('\\', '/'));
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            using var file = File.Create(path);
            using var stream = Program.GetManifestResourceStream(resource)!;
            stream.CopyTo(file);
        }
    }
}
