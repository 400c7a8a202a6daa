using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The folder of all emulators: whose it is, what is found in it, and what may be deleted.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class HostFoldersTests : IDisposable
{
    private static readonly HostPlan Plan = new("/a.gba", Speed: 1, Model: null, Clock: null);

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-folders-");
    private readonly HostFolders _folders;

    private string Root => Path.Combine(_root.FullName, "emulators");

    public HostFoldersTests() => _folders = New();

    public void Dispose()
    {
        _folders.Dispose();
        _root.Delete(recursive: true);
    }

    [Fact]
    public void Only_one_bridge_uses_the_folder_at_a_time()
    {
        Assert.False(_folders.Exists);
        _folders.Open();
        _folders.Open();
        Assert.True(_folders.Exists);
        Assert.True(File.Exists(_folders.Script));
        using var other = New();
        var refused = Assert.Throws<RequestException>(other.Open);
        Assert.Equal((ProblemTypes.StorageFailed,
            "The bridge can't create emulators in its folder for them: another bridge uses it, or it can't be written to. "
            + "Set Bridge:OnDemand:Folder."), (refused.Type, refused.Message));

        _folders.Dispose();

        other.Open();
    }

    [Theory]
    [InlineData("chmod 777 .", "chmod 700 .", "it is not this account's alone. Set Bridge:OnDemand:Folder. The folder ")]
    [InlineData("mkfifo .lock", "rm .lock", "another bridge uses it, or it can't be written to.")]
    [InlineData("mkdir -p bridge.lua/file", "rm -r bridge.lua", "it can't be written to.")]
    public void A_folder_that_can_not_be_used_is_refused_until_it_can(string damage, string repair, string reason)
    {
        Directory.CreateDirectory(Root);
        Shell.Run(Root, $"chmod 700 . && {damage}");
        var refused = Assert.Throws<RequestException>(_folders.Open);
        Assert.StartsWith($"The bridge can't create emulators in its folder for them: {reason}", refused.Message, StringComparison.Ordinal);

        Shell.Run(Root, repair);

        _folders.Open();
    }

    [Fact]
    public void A_name_is_free_without_an_entry_of_another_program()
    {
        _folders.Open();
        _folders.Check("new");
        _folders.Create("own");
        _folders.Check("own");
        Shell.Run(Root, "mkdir -m 700 empty full shared && touch full/file file && chmod 777 shared && ln -s own link");
        _folders.Check("empty");

        foreach (var name in (string[])["full", "file", "shared", "link"])
        {
            var refused = Assert.Throws<RequestException>(() => _folders.Check(name));
            Assert.Equal((ProblemTypes.Conflict, $"name must be new; the folder for emulators has a \"{name}\" that no bridge created."),
                (refused.Type, refused.Message));
        }
    }

    [Fact]
    public void An_emulators_folder_has_a_mark_and_its_saves()
    {
        var folder = _folders.Create("red");

        Assert.Equal([".bridge", "saves"], EntriesOf(folder));
        Assert.Equal(_folders.Of("red"), folder);
        Assert.False(_folders.HasSaves("red"));
        File.WriteAllText(Path.Combine(folder, "saves", "a.sav"), "");
        Assert.True(_folders.HasSaves("red"));
        Assert.False(_folders.HasSaves("blue"));
        Assert.Equal(folder, _folders.Create("red"));
        Assert.True(_folders.HasSaves("red"));
    }

    [Fact]
    public void A_folder_without_a_mark_is_not_deleted()
    {
        var folder = _folders.Create("red");
        File.Delete(Path.Combine(folder, FolderMark.Name));

        HostFolders.Delete(folder, keepsSaves: false);
        Assert.True(Directory.Exists(folder));

        // A record is a mark as well.
        File.WriteAllText(Path.Combine(folder, HostRecordFile.Name), "{}");
        HostFolders.Delete(folder, keepsSaves: false);
        Assert.False(Directory.Exists(folder));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void Saves_are_kept_where_there_are_some_and_no_link_is_followed(bool keepsSaves, bool hasSaves)
    {
        var folder = _folders.Create("red");
        Shell.Run(_root.FullName, "mkdir outside && touch outside/file");
        Shell.Run(folder, $"mkdir -p more/folders && touch log && ln -s ../../outside link && {(hasSaves ? "touch saves/a.sav" : ":")}");

        HostFolders.Delete(folder, keepsSaves);

        if (keepsSaves && hasSaves)
            Assert.Equal([".bridge", "saves"], EntriesOf(folder));
        else
            Assert.False(Directory.Exists(folder));
        Assert.True(File.Exists(Path.Combine(_root.FullName, "outside", "file")));
    }

    [Fact]
    public void A_warm_emulators_folder_gets_the_name_without_its_saves_and_without_what_was_there()
    {
        var warm = _folders.Create(".warm-1");
        Shell.Run(warm, "touch saves/a.sav log");
        Shell.Run(_folders.Create("red"), "touch old");

        var folder = _folders.Rename(warm, "red");

        Assert.Equal(_folders.Of("red"), folder);
        Assert.Equal([".bridge", "log", "saves"], EntriesOf(folder));
        Assert.False(_folders.HasSaves("red"));
        Assert.False(Directory.Exists(warm));
    }

    [Fact]
    public void Records_are_read_and_folders_of_others_are_not()
    {
        HostRecordFile.Write(_folders.Create("red"), new HostRecord(
            "red", Process: 1, StartedAt: 1, "secret", "a.gba", Plan, new Dictionary<string, string>(), LeaseSeconds: 600,
            KeepsSaves: true));
        File.WriteAllText(Path.Combine(_folders.Create("damaged"), HostRecordFile.Name), "{");
        _folders.Create("ended");
        Shell.Run(Root, "mkdir mine && touch file && ln -s red link");

        var read = _folders.Read().OrderBy(found => found.Folder).ToArray();

        Assert.Equal(["damaged", "ended", "red"], read.Select(found => Path.GetFileName(found.Folder)));
        Assert.Equal([null, null, "red"], read.Select(found => found.Record?.Name));
        Assert.Equal([true, false, false], read.Select(found => found.Problem is not null));
        Assert.Equal(["link", "mine"], _folders.FindForeign().Order());
    }

    [Theory]
    [InlineData(28, "storage-full", "The disk test failed, because the disk with the folder for emulators is full.")] // ENOSPC
    [InlineData(24, "overloaded",
        "The disk test failed, because it has as many files and connections open as the system allows.")] // EMFILE
    [InlineData(5, "storage-failed", "The disk test failed, because the bridge can't write to its folder for emulators;")] // EIO
    public void A_failure_of_the_disk_gets_a_sentence_without_its_path(int error, string type, string beginning)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The numbers are those of Linux.");
        foreach (Exception failure in (Exception[])[new IOException(Root, error), new IOException("", new IOException(Root, error))])
        {
            var refused = _folders.Failed("The disk test failed", failure);
            Assert.Equal(type, refused.Type.Anchor);
            Assert.StartsWith(beginning, refused.Message, StringComparison.Ordinal);
            Assert.DoesNotContain(Root, refused.Message, StringComparison.Ordinal);
        }
    }

    private HostFolders New() => new(new OnDemandOptions { Folder = Root }, NullLogger<HostFolders>.Instance);

    private static IEnumerable<string?> EntriesOf(string folder) => Directory.GetFileSystemEntries(folder).Select(Path.GetFileName).Order();
}
