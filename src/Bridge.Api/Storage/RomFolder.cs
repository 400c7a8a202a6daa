using Bridge.Api.Emulators;
using Bridge.Api.Endpoints;
using Bridge.Api.Errors;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Storage;

/// <summary>
/// The ROMs that may be loaded: plain files of one folder, which mGBA has to see under the same path. A name is looked up among
/// what is there, never joined to a path, so it may have any character that a file's name has.
/// </summary>
internal sealed class RomFolder(IOptions<BridgeOptions> options, ILogger<RomFolder> logger)
{
    private const int MostRoms = 1000;
    // On the wire three characters a byte, beside other arguments within the header's 1,024 bytes.
    private const int LongestPath = 300;

    private static readonly string[] Extensions = [".gba", ".agb", ".gbc", ".gb"];

    private readonly string? _root = options.Value.RomFolder is { Length: > 0 } configured ? Path.GetFullPath(configured) : null;

    /// <summary>The first thousand of them, by name.</summary>
    public IReadOnlyList<RomDescription> List() =>
        [.. Files().OrderBy(file => file.Name, StringComparer.OrdinalIgnoreCase).Take(MostRoms).Select(file => new RomDescription(file.Name, file.Length))];

    /// <summary>Where the ROM of this name is.</summary>
    /// <exception cref="RequestException">There is none.</exception>
    public string PathOf(string name)
    {
        if (name.Length is 0 or > 255 || name.AsSpan().ContainsAny("/\\:\0") || name.Any(char.IsControl))
            throw Parameters.Refuse("name", name, "the name of a file as GET …/roms lists it, without a folder");
        var file = Array.Find(Files(), file => file.Name == name)
            ?? throw new RequestException(ProblemTypes.UnknownRom, $"There is no ROM called \"{name}\"; GET …/roms lists those there are.", "name");
        return System.Text.Encoding.UTF8.GetByteCount(file.FullName) <= LongestPath
            ? file.FullName
            : throw Parameters.Refuse("name", name, $"a file whose whole path has up to {LongestPath} bytes");
    }

    private FileInfo[] Files()
    {
        if (_root is null)
            throw new RequestException(ProblemTypes.Unsupported, "There is no folder of ROMs to load from; set Bridge:RomFolder (Bridge__RomFolder=…, ./run.sh --roms).");
        try
        {
            return
            [
                .. new DirectoryInfo(_root).EnumerateFiles()
                    .Where(file => file.LinkTarget is null && Extensions.Contains(file.Extension, StringComparer.OrdinalIgnoreCase)),
            ];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Logging.Log.StorageFailed(logger, exception);
            throw new RequestException(ProblemTypes.StorageFailed, "The bridge can't read its folder of ROMs; its log has the reason.");
        }
    }
}

/// <summary>A ROM that can be loaded: its name, its size in bytes.</summary>
internal sealed record RomDescription(string Name, long Size);
