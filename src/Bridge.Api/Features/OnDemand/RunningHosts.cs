using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// The processes of emulators that run in a folder of emulators, whatever their records say. Each runs in its emulator's folder, and has
/// arguments that a bridge gave it.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class RunningHosts
{
    /// <summary>The arguments of emulators.</summary>
    public static readonly IReadOnlyList<string> OfEmulators = ["--script", "--save-dir", HostProgram.Saves, "--log", HostProgram.LogFile];

    /// <summary>The arguments of vectors.</summary>
    public static readonly IReadOnlyList<string> OfVectors = ["--vector", "--control", HostProgram.Socket, "--log", HostProgram.LogFile];

    private readonly ILookup<string, int> _byFolder;

    private RunningHosts(ILookup<string, int> byFolder) => _byFolder = byFolder;

    /// <summary>Finds all processes below a folder.</summary>
    /// <param name="root">The full path of the folder with the emulators' folders.</param>
    /// <param name="arguments">The arguments that all of them have.</param>
    public static RunningHosts In(string root, IReadOnlyList<string> arguments)
    {
        var real = RealPathOf(root);
        return new RunningHosts(Directory.EnumerateDirectories("/proc").Select(path => Path.GetFileName(path))
            .Select(name => int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Select(id => (Id: id, Folder: FolderOf(id)))
            .Where(found => found.Folder is not null && Path.GetDirectoryName(found.Folder) == real && IsHost(found.Id, arguments))
            .ToLookup(found => Path.GetFileName(found.Folder)!, found => found.Id));
    }

    /// <summary>Returns the ids of the processes that run in an emulator's folder.</summary>
    /// <param name="folder">The full path of the folder.</param>
    public IEnumerable<int> IdsIn(string folder) => _byFolder[Path.GetFileName(folder)];

    /// <summary>Returns whether a process runs in an emulator's folder.</summary>
    /// <param name="id">The id of the process.</param>
    /// <param name="folder">The full path of the folder.</param>
    /// <param name="arguments">The arguments that it has.</param>
    public static bool IsIn(int id, string folder, IReadOnlyList<string> arguments) =>
        FolderOf(id) is { } found && found == RealPathOf(folder) && IsHost(id, arguments);

    private static string? RealPathOf(string folder)
    {
        using var located = LinuxFiles.Locate(folder, followsLink: true);
        return located is null ? null : new FileInfo(LinuxFiles.PathOf(located)).LinkTarget;
    }

    // Null for processes of other accounts, which the kernel doesn't show, and for one that has ended.
    private static string? FolderOf(int id)
    {
        try
        {
            return id == 0 ? null : new FileInfo(Of(id, "cwd")).LinkTarget;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static bool IsHost(int id, IReadOnlyList<string> arguments)
    {
        try
        {
            var given = Encoding.UTF8.GetString(File.ReadAllBytes(Of(id, "cmdline"))).Split('\0');
            return arguments.All(given.Contains);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string Of(int id, string file) => string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/{file}");
}
