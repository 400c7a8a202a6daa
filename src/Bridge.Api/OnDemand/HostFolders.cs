using System.Text.Json;
using Bridge.Api.Errors;
using Bridge.Api.Files;
using Bridge.Api.Script;
using Bridge.SocketPool.Accounts;

namespace Bridge.Api.OnDemand;

/// <summary>
/// The folder with a folder for each running emulator, which only one bridge uses at a time. An emulator's folder has its record, its log
/// and its saves. Folders that no bridge created are left alone.
/// </summary>
internal sealed class HostFolders(OnDemandOptions options) : IDisposable
{
    /// <summary>The name of the file with the record of a running emulator.</summary>
    public const string RecordFile = "emulator.json";

    private const int MaxRecordBytes = 64 * 1024;

    // No emulator's name starts with a dot.
    private const string LockFile = ".lock";

    private readonly Lock _gate = new();
    private readonly string? _root =
        options.Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("emulators");
    private FileStream? _lock;

    /// <summary>Gets whether a bridge has used the folder before.</summary>
    public bool Exists => Directory.Exists(_root);

    /// <summary>Gets the full path of the script for the emulators.</summary>
    public string Script => Path.Combine(_root!, ScriptFile.Name);

    /// <summary>Creates the folder, and keeps other bridges from using it.</summary>
    /// <exception cref="RequestException">Another bridge uses it, other accounts can write to it, or this one can't.</exception>
    public void Open()
    {
        lock (_gate)
        {
            if (_lock is not null)
                return;
            if (_root is null)
                throw Refuse("this account has no folder for application data", null);
            try
            {
                PrivateFiles.CreateFolder(_root);
                // The script that all emulators run is there.
                PrivateFiles.CheckFolder(_root, _root);
                _lock = PrivateFiles.Open(Path.Combine(_root, LockFile), FileMode.OpenOrCreate, FileShare.None);
                ScriptFile.WriteTo(_root);
            }
            catch (UntrustedFolderException exception)
            {
                throw Refuse("it is not this account's alone", exception);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or StartException)
            {
                if (StorageFailure.IsFull(exception.GetBaseException()))
                    throw new RequestException(ProblemTypes.StorageFull, StorageFailure.FullSentence("emulators"));
                throw Refuse(_lock is null ? "another bridge uses it, or it can't be written to" : "it can't be written to", exception);
            }
        }
    }

    /// <summary>Returns the full path of an emulator's folder.</summary>
    public string Of(string name) => Path.Combine(_root!, name);

    /// <summary>Checks that no other program has a folder where an emulator's folder is going to be. An empty one counts as none.</summary>
    /// <exception cref="RequestException">There is a folder, a link or a file that no bridge created.</exception>
    public void Check(string name)
    {
        var folder = Of(name);
        if (!Path.Exists(folder) || FolderMark.IsOn(folder)
            || (IsEmpty(folder) && TrustedFolder.FindProblem(folder, allowsSticky: false) is null))
            return;
        throw new RequestException(ProblemTypes.Conflict,
            $"name must be new; the folder for emulators has a \"{name}\" that no bridge created.", "name");
    }

    /// <summary>Creates the folder of an emulator.</summary>
    public string Create(string name)
    {
        var folder = Of(name);
        FolderMark.CreateFolder(folder);
        PrivateFiles.CreateFolder(Path.Combine(folder, HostProgram.Saves));
        return folder;
    }

    /// <summary>Returns whether saves of an emulator with this name were kept.</summary>
    public bool HasSaves(string name)
    {
        var saves = Path.Combine(Of(name), HostProgram.Saves);
        return Directory.Exists(saves) && Directory.EnumerateFileSystemEntries(saves).Any();
    }

    /// <summary>Gives a running emulator the folder of another name, without any saves.</summary>
    public string Rename(string folder, string name)
    {
        var target = Of(name);
        foreach (var save in Directory.EnumerateFiles(Path.Combine(folder, HostProgram.Saves)))
            File.Delete(save);
        if (Directory.Exists(target))
            Directory.Delete(target, recursive: true);
        Directory.Move(folder, target);
        return target;
    }

    /// <summary>Deletes an emulator's folder, all of it or all but its saves, if a bridge created it. Follows no link.</summary>
    public static void Delete(string folder, bool keepsSaves)
    {
        if (!FolderMark.IsOn(folder))
            return;
        try
        {
            var saves = Path.Combine(folder, HostProgram.Saves);
            if (!keepsSaves || !Directory.EnumerateFileSystemEntries(saves).Any())
            {
                Directory.Delete(folder, recursive: true);
                return;
            }

            foreach (var file in Directory.EnumerateFiles(folder).Where(file => Path.GetFileName(file) != FolderMark.Name))
                File.Delete(file);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder is used again, or a later start deletes it.
        }
    }

    /// <summary>Writes an emulator's record. Only this account can read it, because it has the script's secret.</summary>
    public static void Write(string folder, HostRecord record)
    {
        var path = Path.Combine(folder, RecordFile);
        var written = path + ".new";
        using (var file = PrivateFiles.Create(written))
            JsonSerializer.Serialize(file, record, OnDemandJson.Context.HostRecord);
        File.Move(written, path, overwrite: true);
    }

    /// <summary>Returns the folders of all emulators, with their records; null: without a valid one.</summary>
    public IEnumerable<(string Folder, HostRecord? Record)> Read() =>
        [.. Directory.EnumerateDirectories(_root!).Where(FolderMark.IsOn).Select(folder => (folder, TryRead(folder)))];

    /// <summary>Returns the names of the folders that no bridge created.</summary>
    public IReadOnlyList<string> FindForeign() =>
        [.. Directory.EnumerateDirectories(_root!).Where(folder => !FolderMark.IsOn(folder)).Select(folder => Path.GetFileName(folder))];

    public void Dispose() => _lock?.Dispose();

    private static HostRecord? TryRead(string folder)
    {
        try
        {
            using var opened = SafeFolder.Open(folder);
            return opened.TryRead(RecordFile, MaxRecordBytes, out var bytes)
                ? JsonSerializer.Deserialize(bytes, OnDemandJson.Context.HostRecord)
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    private static bool IsEmpty(string folder) =>
        new DirectoryInfo(folder) is { Exists: true, LinkTarget: null } && !Directory.EnumerateFileSystemEntries(folder).Any();

    private static RequestException Refuse(string reason, Exception? exception) => new(ProblemTypes.StorageFailed,
        $"The bridge can't create emulators in its folder for them: {reason}. Set Bridge:OnDemand:Folder."
            + (exception is StartException or UntrustedFolderException ? $" {exception.Message}" : ""));
}
