using System.Runtime.InteropServices;
using Bridge.Api.Server.Files;
using Microsoft.Win32.SafeHandles;

namespace Bridge.Api.Tests.Server.Files;

/// <summary>Folders held by descriptor, as on Linux, and by path, as elsewhere.</summary>
public sealed class SafeFolderTests : IDisposable
{
    // fcntl(2), signal(7).
    private const int SetSignal = 10, UrgentSignal = 23, SetLease = 1024, WriteLease = 1;

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-safe-");

    public SafeFolderTests()
    {
        _root.CreateSubdirectory("sub/below");
        _root.CreateSubdirectory("outside");
        File.WriteAllText(Of("sub/file"), "12345");
        File.CreateSymbolicLink(Of("sub/link"), Of("sub/file"));
        File.CreateSymbolicLink(Of("sub/up"), _root.FullName);
        Shell.Run(Of("sub"), "mkfifo pipe");
    }

    public void Dispose() => Shell.Delete(_root);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Files_are_found_without_following_links(bool byDescriptor)
    {
        using var folder = Open("sub", byDescriptor);
        Assert.Equal(["below", "file", "link", "pipe", "up"], folder.Names().Order());
        Assert.Equal(("file", EntryKind.File, 5), (folder.Look("file").Name, folder.Look("file").Kind, folder.Look("file").Length));
        Assert.Equal(File.GetLastWriteTimeUtc(Of("sub/file")), folder.Look("file").ChangedAt.UtcDateTime, TimeSpan.FromMicroseconds(1));
        Assert.Equal([EntryKind.Folder, EntryKind.Link, EntryKind.Link, EntryKind.Missing],
            ((string[])["below", "link", "up", "none"]).Select(name => folder.Look(name).Kind));
    }

    // The number tells whether no descriptor is left or the disk is broken.
    [Fact]
    public void A_failure_has_the_number_of_the_system()
    {
        const int NameTooLong = 36;
        using var folder = Open("sub", byDescriptor: true);
        Assert.Equal(NameTooLong, Assert.ThrowsAny<IOException>(() => folder.Look(new string('x', 300))).HResult);
        Assert.Equal(NameTooLong, Assert.ThrowsAny<IOException>(() => SafeFolder.Open(Of(new string('x', 300)))).HResult);
    }

    [Fact]
    public void Pipes_sockets_and_devices_are_recognized_on_Linux()
    {
        using var sub = Open("sub", byDescriptor: true);
        using var devices = SafeFolder.Open("/dev");
        Assert.Equal((EntryKind.Other, EntryKind.Other), (sub.Look("pipe").Kind, devices.Look("zero").Kind));
        Assert.Throws<IOException>(() => devices.TryRead("zero", 10, out _));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Only_folders_can_be_opened_as_folders(bool byDescriptor)
    {
        using var folder = Open("sub", byDescriptor);
        foreach (var name in (string[])["file", "link", "up", "pipe", "none"])
            Assert.NotEqual(EntryKind.Folder, folder.Enter(name));
        Assert.Equal(EntryKind.File, folder.Look("file").Kind);
        Assert.Equal(EntryKind.Folder, folder.Enter("below"));
        folder.Create("deeper");
        folder.Create("deeper");
        Assert.Equal(EntryKind.Folder, folder.Enter("deeper"));
        Assert.Empty(folder.Names());
        Assert.True(Directory.Exists(Of("sub/below/deeper")));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_regular_file_is_read_up_to_the_limit(bool byDescriptor)
    {
        using var folder = Open("sub", byDescriptor);
        Assert.True(folder.TryRead("file", 5, out var bytes));
        Assert.Equal("12345"u8.ToArray(), bytes);
        Assert.False(folder.TryRead("file", 4, out bytes));
        Assert.Empty(bytes);
        foreach (var name in (string[])["link", "up", "pipe", "below", "none"])
            Assert.Throws<IOException>(() => folder.TryRead(name, 5, out _));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_link_is_replaced_or_deleted_and_never_written_through(bool byDescriptor)
    {
        using var folder = Open("sub", byDescriptor);
        folder.Replace("link", "new"u8, flushToDisk: true);
        Assert.Equal(("12345", "new"), (File.ReadAllText(Of("sub/file")), File.ReadAllText(Of("sub/link"))));
        folder.Delete("up");
        Assert.Equal(["below", "file", "link", "pipe"], folder.Names().Order());
        Assert.True(Directory.Exists(Of("outside")));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_path_is_not_accepted_as_a_name(bool byDescriptor)
    {
        using var folder = Open("sub", byDescriptor);
        foreach (var name in (string[])["", ".", "..", "below/x", "/etc", "../outside"])
            Assert.Throws<ArgumentException>(() => folder.Look(name));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_is_not_opened_as_a_folder(bool byDescriptor)
    {
        Assert.Throws<DirectoryNotFoundException>(() => Open("none", byDescriptor));
        Assert.Throws<DirectoryNotFoundException>(() => Open("sub/file", byDescriptor));
        Assert.Throws<DirectoryNotFoundException>(() => Open("sub/pipe", byDescriptor));
        // The administrator may have configured a link.
        using var folder = Open("sub/up", byDescriptor);
        Assert.Equal(["outside", "sub"], folder.Names().Order());
    }

    [Fact]
    public void A_folder_that_was_swapped_for_a_link_still_refers_to_the_opened_one()
    {
        using var folder = Open("sub", byDescriptor: true);
        Directory.Move(Of("sub"), Of("moved"));
        File.CreateSymbolicLink(Of("sub"), Of("outside"));
        folder.Replace("new", "1"u8, flushToDisk: false);
        folder.Delete("link");
        folder.Create("made");
        Assert.True(folder.TryRead("file", 5, out _));
        Assert.Equal(["below", "file", "made", "new", "pipe", "up"], folder.Names().Order());
        Assert.Empty(Directory.GetFileSystemEntries(Of("outside")));
        Assert.Equal(EntryKind.Folder, folder.Enter("below"));
    }

    [Fact]
    public void A_file_with_a_lease_of_another_process_does_not_block()
    {
        using var file = new FileStream(Of("sub/file"), FileMode.Open, FileAccess.ReadWrite);
        // The holder of a lease is notified by a signal; the default signal would end this process.
        Assert.True(Control(file.SafeFileHandle, SetSignal, UrgentSignal) == 0, Marshal.GetLastPInvokeErrorMessage());
        Assert.True(Control(file.SafeFileHandle, SetLease, WriteLease) == 0, Marshal.GetLastPInvokeErrorMessage());
        using var folder = Open("sub", byDescriptor: true);
        Assert.Throws<IOException>(() => folder.TryRead("file", 5, out _));
    }

    private string Of(string path) => Path.Combine(_root.FullName, path);

    private SafeFolder Open(string path, bool byDescriptor) => byDescriptor ? SafeFolder.Open(Of(path)) : SafeFolder.OpenByPath(Of(path));

    [DllImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(SafeFileHandle file, int command, int argument);
}
