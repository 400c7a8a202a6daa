using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Script;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool.Secrets;

namespace Bridge.Api.Features.OnDemand;

/// <summary>
/// The folder with a folder for each running emulator. Only one bridge uses it at a time. An emulator's folder has its record, its log
/// and its saves. Folders that no bridge created are left alone.
/// </summary>
internal sealed class HostFolders(OnDemandOptions options, ILogger<HostFolders> logger) : IDisposable
{
    // No emulator's name starts with a dot.
    private const string LockFile = ".lock";
    private const string Vectors = ".vectors";

    private readonly Lock _gate = new();
    private readonly string? _root =
        options.Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("emulators");

    // The open lock file, which no other bridge can open meanwhile; null: this bridge doesn't use the folder yet.
    private FileStream? _lock;

    /// <summary>Gets whether a bridge has used the folder before.</summary>
    public bool Exists => Directory.Exists(_root);

    /// <summary>Gets whether this bridge uses the folder, and no other one.</summary>
    public bool IsOpen
    {
        get
        {
            lock (_gate)
                return _lock is not null;
        }
    }

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
                throw Refuse("this account has no folder for application data", exception: null);
            try
            {
                PrivateFiles.CreateFolder(_root);
                // The script that all emulators run is there.
                PrivateFiles.CheckFolder(_root, _root);
                _lock = OpenLock(_root);
                ScriptFile.WriteTo(_root);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or StartException)
            {
                throw Close(exception);
            }
        }
    }

    /// <summary>Returns the full path of an emulator's folder.</summary>
    public string Of(string name) => Path.Combine(_root!, name);

    /// <summary>Returns the full path of a vector's folder. Vectors and emulators may have the same names.</summary>
    public string OfVector(string name) => Path.Combine(_root!, Vectors, name);

    /// <summary>Returns the full paths of the folders of all vectors.</summary>
    public IReadOnlyList<string> FindVectors() => Directory.Exists(OfVector(""))
        ? [.. Directory.EnumerateDirectories(OfVector("")).Where(FolderMark.IsOn)] : [];

    /// <summary>Checks that no other program has a folder where an emulator's folder is going to be. An empty one counts as none.</summary>
    /// <exception cref="RequestException">There is a folder, a link or a file that no bridge created.</exception>
    public void Check(string name) => Check(Of(name), name, "emulators");

    /// <summary>Checks the same for a vector's folder.</summary>
    /// <exception cref="RequestException">There is a folder, a link or a file that no bridge created.</exception>
    public void CheckVector(string name) => Check(OfVector(name), name, "vectors");

    private static void Check(string folder, string name, string of)
    {
        if (!Path.Exists(folder) || FolderMark.IsOn(folder)
            || (IsEmpty(folder) && TrustedFolder.FindProblem(folder, allowsSticky: false) is null))
            return;
        throw new RequestException(ProblemTypes.Conflict,
            $"name must be new; the folder for {of} has a \"{name}\" that no bridge created.", "name");
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
    public bool HasSaves(string name) => HasSavesIn(Of(name));

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
            if (!keepsSaves || !HasSavesIn(folder))
            {
                Directory.Delete(folder, recursive: true);
                return;
            }

            foreach (var entry in new DirectoryInfo(folder).EnumerateFileSystemInfos())
                DeleteUnlessKept(entry);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder is used again, or a later start deletes it.
        }
    }

    /// <summary>Returns the folders of all emulators, with their records or why these are damaged; null twice: without a record.</summary>
    public IEnumerable<(string Folder, HostRecord? Record, string? Problem)> Read() =>
        [.. Directory.EnumerateDirectories(_root!).Where(FolderMark.IsOn).Select(folder =>
        {
            var (record, problem) = HostRecordFile.Read(folder);
            return (folder, record, problem);
        })];

    /// <summary>Returns the processes of emulators that run in the folders.</summary>
    [SupportedOSPlatform("linux")]
    public RunningHosts FindRunning() => RunningHosts.In(_root!, RunningHosts.OfEmulators);

    /// <summary>Returns the processes of vectors that run in the folders.</summary>
    [SupportedOSPlatform("linux")]
    public RunningHosts FindRunningVectors() => RunningHosts.In(OfVector(""), RunningHosts.OfVectors);

    /// <summary>Returns the refusal of a request whose files can't be written. Nothing of it is left.</summary>
    /// <param name="outcome">What was not done, as the beginning of a sentence.</param>
    /// <param name="failure">Why.</param>
    public RequestException Failed(string outcome, Exception failure)
    {
        if (StorageFailure.IsFull(failure.InnerException ?? failure))
        {
            return new RequestException(ProblemTypes.StorageFull,
                $"{outcome}, because the disk with the folder for emulators is full. Free some space, or set Bridge:OnDemand:Folder.");
        }

        Log.StorageFailed(logger, _root!, failure);
        return TemporaryFailure.IsOutOfFiles(failure.InnerException ?? failure)
            ? StorageFailure.OutOfFiles(outcome)
            : new RequestException(ProblemTypes.StorageFailed,
                $"{outcome}, because the bridge can't write to its folder for emulators; the bridge's log has the reason.");
    }

    /// <summary>Returns the names of the folders that no bridge created.</summary>
    public IReadOnlyList<string> FindForeign() =>
        [.. Directory.EnumerateDirectories(_root!).Where(folder => !FolderMark.IsOn(folder)).Select(folder => Path.GetFileName(folder))
            .Where(name => name != Vectors)];

    public void Dispose() => _lock?.Dispose();

    // Refuses a pipe in its place: opening one would wait for a reader.
    private static FileStream OpenLock(string root)
    {
        using (var folder = SafeFolder.Open(root))
        {
            if (folder.Look(LockFile).Kind is not (EntryKind.Missing or EntryKind.File))
                throw new IOException($"{LockFile} is not a regular file.");
        }

        return PrivateFiles.Open(Path.Combine(root, LockFile), FileMode.OpenOrCreate, FileShare.None);
    }

    private static void DeleteUnlessKept(FileSystemInfo entry)
    {
        if (entry.Name is FolderMark.Name or HostProgram.Saves)
            return;
        if (entry is DirectoryInfo { LinkTarget: null } folder)
            folder.Delete(recursive: true);
        else
            entry.Delete();
    }

    private static bool HasSavesIn(string folder)
    {
        var saves = Path.Combine(folder, HostProgram.Saves);
        return Directory.Exists(saves) && Directory.EnumerateFileSystemEntries(saves).Any();
    }

    // The next creation tries again, from the beginning.
    private RequestException Close(Exception exception)
    {
        var wasLocked = _lock is not null;
        _lock?.Dispose();
        _lock = null;
        return exception is UntrustedFolderException ? Refuse("it is not this account's alone", exception)
            : TemporaryFailure.IsShortage(exception.InnerException ?? exception) ? Failed("The bridge can't create emulators", exception)
            : Refuse(wasLocked ? "it can't be written to" : "another bridge uses it, or it can't be written to", exception);
    }

    private static bool IsEmpty(string folder) =>
        new DirectoryInfo(folder) is { Exists: true, LinkTarget: null } && !Directory.EnumerateFileSystemEntries(folder).Any();

    private static RequestException Refuse(string reason, Exception? exception) => new(ProblemTypes.StorageFailed,
        $"The bridge can't create emulators in its folder for them: {reason}. Set Bridge:OnDemand:Folder."
            + (exception is StartException or UntrustedFolderException ? $" {exception.Message}" : ""));
}
