using System.Runtime.Versioning;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet.Fencing;

/// <summary>The folder of checkpoints that all hosts share, with files that no host has written whole.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class CheckpointFilesTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-checkpoints-");
    private readonly CheckpointFiles _files;

    public CheckpointFilesTests() => _files = new(new FleetOptions { Host = "h1", CheckpointFolder = _folder.FullName });

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Only_the_newest_revision_stays()
    {
        _files.Write("red", revision: 5, frame: 100, [1]);
        _files.Write("red-2", revision: 5, frame: 100, [2]);
        _files.Write("red", revision: 5, frame: 200, [3]);
        _files.Write("red", revision: 6, frame: 300, [4]);

        Assert.Equal(["red-2.5.checkpoint", "red.6.checkpoint"], Names());
        var found = _files.Find("red")!;
        Assert.Equal(("h1", 300L, (byte)4), (found.Host, found.Frame, found.State.Span[0]));
        _files.Delete("red");
        Assert.Equal(["red-2.5.checkpoint"], Names());
        Assert.Null(_files.Find("red"));
    }

    [Theory]
    [InlineData("mkfifo red.7.checkpoint")]
    [InlineData(": > red.7.checkpoint")]
    [InlineData("head -c 20 red.5.checkpoint > red.7.checkpoint")]
    [InlineData("ln -s /dev/zero red.7.checkpoint")]
    [InlineData("""printf '{"frame": 1, "bytes": 0}\n' > red.7.checkpoint""")]
    public void A_file_that_is_no_checkpoint_is_skipped(string damage)
    {
        _files.Write("red", revision: 5, frame: 100, [1]);
        Shell.Run(_folder.FullName, damage);

        Assert.Equal(100, _files.Find("red")!.Frame);
    }

    [Fact]
    public void A_write_that_fails_leaves_no_part()
    {
        Shell.Run(_folder.FullName, "mkdir -p red.5.checkpoint/folder");

        Assert.ThrowsAny<Exception>(() => _files.Write("red", revision: 5, frame: 100, new byte[5000]));

        Assert.Equal(["red.5.checkpoint"], Names());
    }

    [Fact]
    public void Parts_that_killed_bridges_have_left_are_no_checkpoints_and_are_deleted_with_them()
    {
        _files.Write("red", 5, 100, [1]);
        Shell.Run(_folder.FullName, "cp red.5.checkpoint red.6.checkpoint.h2.new; cp red.5.checkpoint red.8.checkpoint.h2.new");
        _files.Write("red", 7, 200, [2]);
        Assert.Equal(["red.7.checkpoint", "red.8.checkpoint.h2.new"], Names());
        Assert.Equal(200, _files.Find("red")!.Frame);

        _files.Delete("red");

        Assert.Empty(Names());
    }

    private string[] Names() => [.. _folder.EnumerateFileSystemInfos().Select(entry => entry.Name).Order(StringComparer.Ordinal)];
}
