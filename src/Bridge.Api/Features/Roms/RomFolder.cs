using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Roms;

/// <summary>
/// Lists and finds the ROMs that may be loaded: regular files in one folder, which mGBA has to see under the same path. A name is compared
/// with the names in the folder, never joined to a path, so it may have any character that a file name has.
/// </summary>
internal sealed class RomFolder(RomOptions options, ILogger<RomFolder> logger)
{
    private const int MaxRoms = 1000;
    // In bytes. The wire takes up to three characters a byte, and the header of 1,024 bytes holds other arguments as well.
    private const int MaxPathLength = 300;

    // The extensions of cartridges and archives that mGBA's window offers. Left out: .bin and .rom, which can be anything, even a BIOS;
    // .mb, which is not a cartridge; and .elf, which not every build of mGBA can read.
    private static readonly string[] Extensions = [".gba", ".agb", ".gbc", ".gb", ".sgb", ".zip", ".7z"];

    /// <summary>Gets the rule for a name. One with \, : or a control character can exist on Linux, and is found there.</summary>
    public static TextRule NameRule { get; } = new() { Pattern = @"^[^/\\:\u0000-\u001F\u007F-\u009F]+$", Min = 1, Max = 255 };

    /// <summary>Gets the rule for a ROM to load.</summary>
    public static ObjectRule ChoiceRule { get; } = new(typeof(RomChoice), new MemberRule("name", NameRule, IsRequired: true));

    private readonly string? _root = options.Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : null;

    /// <summary>Gets whether a folder is configured, so that ROMs can be loaded.</summary>
    public bool IsConfigured => _root is not null;

    /// <summary>Returns the first thousand ROMs, by their names on disk.</summary>
    /// <exception cref="RequestException">No folder is configured, or it can't be read.</exception>
    public IReadOnlyList<RomDescription> List() =>
        [.. InOrder().Take(MaxRoms)];

    /// <summary>Returns all ROMs, in the same order.</summary>
    /// <exception cref="RequestException">No folder is configured, or it can't be read.</exception>
    public IReadOnlyList<RomDescription> All() => [.. InOrder()];

    /// <summary>Returns the names of all ROMs, in the same order.</summary>
    /// <exception cref="RequestException">No folder is configured, or it can't be read.</exception>
    public IReadOnlyList<string> Names() => [.. InOrder().Select(file => file.Name)];

    /// <summary>Checks that a ROM can have a name.</summary>
    /// <exception cref="RequestException">It is no file name.</exception>
    public static void CheckName(string name, string parameter)
    {
        if (!NameRule.HasLength(name) || name.AsSpan().ContainsAny("/\0"))
            throw NoName(name).As(parameter);
    }

    /// <summary>
    /// Returns the ROM of this name. A file with exactly this name comes first, then one whose accented letters have another Unicode
    /// form.
    /// </summary>
    /// <exception cref="RequestException">There is no such ROM, or mGBA could not open it.</exception>
    public RomFile Find(string name)
    {
        CheckName(name, "name");
        if (DeviceName.Is(name))
            throw Parameters.Refuse("name", name, "a name other than the device names of Windows, like CON and COM1");
        var files = Files();
        var file = Array.Find(files, file => file.Name == name)
            ?? files.Where(file => CanonicalName.AreSame(file.Name, name)).MinBy(file => file.Name, StringComparer.Ordinal)
            ?? throw Unknown(name);
        var path = Path.Join(_root, file.Name);
        if (Encoding.UTF8.GetByteCount(path) > MaxPathLength)
            throw Parameters.Refuse("name", name, $"a file whose full path has at most {MaxPathLength} bytes");
        return file.Size > 0
            ? new RomFile(file.Name, path)
            : throw new RequestException(ProblemTypes.BadRequest,
                $"name must be a regular file that is not empty; got \"{name}\".", "name");
    }

    private static RequestException NoName(string name) =>
        Parameters.Refuse("name", name, "a file name that GET …/roms lists, without a folder");

    // A file name may have these characters on Linux. If no file has this name, the client meant a path.
    private static RequestException Unknown(string name) => name.AsSpan().ContainsAny("\\:") || name.Any(char.IsControl)
        ? NoName(name)
        : new RequestException(ProblemTypes.UnknownRom, $"There is no ROM \"{name}\"; GET …/roms lists the ROMs.", "name");

    private IEnumerable<RomDescription> InOrder() =>
        Files().OrderBy(file => file.Name, StringComparer.OrdinalIgnoreCase).ThenBy(file => file.Name, StringComparer.Ordinal);

    private RomDescription[] Files()
    {
        if (_root is null)
            throw new RequestException(ProblemTypes.Unsupported,
                "No ROM folder is configured; set Bridge:RomFolder (--roms DIR).");
        try
        {
            using var folder = SafeFolder.Open(_root);
            var entries = folder.Names()
                .Where(name => Extensions.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase) && !DeviceName.Is(name))
                .Select(folder.Look).ToLookup(entry => entry.Kind);
            LogUnreadable(entries[EntryKind.Missing]);
            return [.. entries[EntryKind.File].Select(file => new RomDescription(file.Name, file.Length))];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, _root, exception);
            throw StorageFailure.Explain(exception, "ROMs",
                "The bridge can't read the ROM folder; the bridge's log has the reason.");
        }
    }

    // The runtime shows bytes that are not UTF-8 as U+FFFD, and finds no file under that name. Any other missing file was deleted just
    // now.
    private void LogUnreadable(IEnumerable<FolderEntry> missing)
    {
        var names = missing.Select(file => file.Name).Where(name => name.Contains('\uFFFD', StringComparison.Ordinal)).ToArray();
        if (names.Length > 0)
            Log.UnreadableNames(logger, names.Length, names[0]);
    }
}

/// <summary>A ROM that can be loaded: its name, and its size in bytes.</summary>
internal sealed record RomDescription(string Name, long Size);

/// <summary>The file of a ROM: its name in the folder, and its full path.</summary>
internal sealed record RomFile(string Name, string Path);
