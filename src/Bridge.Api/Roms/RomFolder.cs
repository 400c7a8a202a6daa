using System.Text;
using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;
using Bridge.Api.Files;
using Bridge.Api.Parsing;

namespace Bridge.Api.Roms;

/// <summary>
/// The ROMs that may be loaded: regular files of one folder, which mGBA has to see under the same path. A name is looked up among
/// what is there, never joined to a path, so it may have any character that a file's name has.
/// </summary>
internal sealed class RomFolder(RomOptions options, ILogger<RomFolder> logger)
{
    private const int MaxRoms = 1000;
    // On the wire three characters a byte, beside other arguments within the header's 1,024 bytes.
    private const int LongestPath = 300;

    // Those of cartridges and archives that mGBA's window offers. It offers .bin and .rom, too, which name anything, a BIOS also;
    // .mb, which is no cartridge; and .elf, which not every build of mGBA can read.
    private static readonly string[] Extensions = [".gba", ".agb", ".gbc", ".gb", ".sgb", ".zip", ".7z"];

    private readonly string? _root = options.Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : null;

    /// <summary>Whether there is a folder, so that ROMs can be loaded.</summary>
    public bool IsConfigured => _root is not null;

    /// <summary>Returns the first thousand of them, by name as it is on the disk.</summary>
    /// <exception cref="RequestException">There is no folder, or it can't be read.</exception>
    public IReadOnlyList<RomDescription> List() =>
        [.. Files().OrderBy(file => file.Name, StringComparer.OrdinalIgnoreCase).ThenBy(file => file.Name, StringComparer.Ordinal)
            .Take(MaxRoms)];

    /// <summary>
    /// Finds the ROM of this name. One that is spelled exactly so comes first, then one whose accented letters are
    /// in another form of Unicode.
    /// </summary>
    /// <exception cref="RequestException">There is none, or it is no file that mGBA could open.</exception>
    public RomFile Find(string name)
    {
        if (name.Length is 0 or > 255 || name.AsSpan().ContainsAny("/\0"))
            throw NoName(name);
        if (DeviceName.Is(name))
            throw Parameters.Refuse("name", name, "a name other than the device names of Windows, like CON and COM1");
        var files = Files();
        var file = Array.Find(files, file => file.Name == name)
            ?? files.Where(file => CanonicalName.AreSame(file.Name, name)).MinBy(file => file.Name, StringComparer.Ordinal)
            ?? throw Unknown(name);
        var path = Path.Join(_root, file.Name);
        if (Encoding.UTF8.GetByteCount(path) > LongestPath)
            throw Parameters.Refuse("name", name, $"a file whose full path has at most {LongestPath} bytes");
        return file.Size > 0
            ? new RomFile(file.Name, path)
            : throw new RequestException(ProblemTypes.BadRequest,
                $"name must be a regular file that is not empty; got \"{name}\".", "name");
    }

    private static RequestException NoName(string name) =>
        Parameters.Refuse("name", name, "a file name that GET …/roms lists, without a folder");

    // A file's name may have these on Linux; where no file has this name, it was meant as a path.
    private static RequestException Unknown(string name) => name.AsSpan().ContainsAny("\\:") || name.Any(char.IsControl)
        ? NoName(name)
        : new RequestException(ProblemTypes.UnknownRom, $"There is no ROM \"{name}\"; GET …/roms lists the ROMs.", "name");

    private RomDescription[] Files()
    {
        if (_root is null)
            throw new RequestException(ProblemTypes.Unsupported,
                "No ROM folder is configured; set Bridge:RomFolder (Bridge__RomFolder=…, ./run.sh --roms).");
        try
        {
            using var folder = SafeFolder.Open(_root);
            var entries = folder.Names()
                .Where(name => Extensions.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase) && !DeviceName.Is(name))
                .Select(folder.Look).ToLookup(entry => entry.Kind);
            TellUnreadable(entries[EntryKind.Missing]);
            return [.. entries[EntryKind.File].Select(file => new RomDescription(file.Name, file.Length))];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, _root, exception);
            throw new RequestException(ProblemTypes.StorageFailed,
                "The bridge can't read the ROM folder; the bridge's log has the reason.");
        }
    }

    // The runtime shows bytes that are no UTF-8 as U+FFFD, and finds no file under that name.
    // Another file that isn't there was deleted just now.
    private void TellUnreadable(IEnumerable<FolderEntry> missing)
    {
        var names = missing.Select(file => file.Name).Where(name => name.Contains('\uFFFD', StringComparison.Ordinal)).ToArray();
        if (names.Length > 0)
            Log.UnreadableNames(logger, names.Length, names[0]);
    }
}

/// <summary>A ROM that can be loaded: its name, its size in bytes.</summary>
internal sealed record RomDescription(string Name, long Size);

/// <summary>A ROM's file: its name in the folder, its full path.</summary>
internal sealed record RomFile(string Name, string Path);
