namespace Bridge.Testing;

/// <summary>A file system of 4 MiB, which only root can mount.</summary>
public sealed class SmallDisk : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-disk-");

    private SmallDisk() => Shell.Run(_folder.FullName, $"mount -t tmpfs -o size=4m,mode=0700 bridge-test '{_folder.FullName}'");

    /// <summary>Gets its folder.</summary>
    public string Folder => _folder.FullName;

    /// <summary>Mounts one; returns null where that isn't allowed.</summary>
    public static SmallDisk? TryMount()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return null;
        try
        {
            return new SmallDisk();
        }
        catch (InvalidOperationException)
        {
            // A container without the right to mount.
            return null;
        }
    }

    /// <summary>Writes a file that takes all the space that is left.</summary>
    public void Fill() => Shell.Run(Folder, "dd if=/dev/zero of=.filler bs=4k 2>/dev/null || true");

    /// <summary>Deletes that file.</summary>
    public void MakeRoom() => File.Delete(Path.Combine(Folder, ".filler"));

    public void Dispose()
    {
        Shell.Run("/", $"umount -l '{Folder}'");
        _folder.Delete();
    }
}
