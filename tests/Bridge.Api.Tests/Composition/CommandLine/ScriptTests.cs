using System.Runtime.Versioning;

namespace Bridge.Api.Tests.Composition.CommandLine;

/// <summary><c>bridge script</c> writes the script as one file, and replaces an older one only as a whole.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ScriptTests : IDisposable
{
    private const UnixFileMode WritableByAll = (UnixFileMode)0x1FF; // 0777

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-script-");

    private string Script => Path.Combine(_folder.FullName, "bridge.lua");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task It_writes_the_single_file_and_prints_its_path()
    {
        var run = await WriteAsync();

        Assert.Equal((0, $"{Script}\n"), (run.ExitCode, run.Output));
        AssertOnlyTheScript();
    }

    [Fact]
    public async Task It_creates_the_folder()
    {
        var path = Path.Combine(_folder.FullName, "a", "b");

        var run = await BridgeRun.OfAsync("script", "--path", path, "--script-port=1");

        Assert.Equal((0, $"{path}/bridge.lua\n"), (run.ExitCode, run.Output));
    }

    [Fact]
    public async Task It_replaces_an_older_script_and_says_so()
    {
        File.WriteAllText(Script, "error()");

        var first = await WriteAsync();
        var second = await WriteAsync();

        Assert.Equal($"{Script}\nIt replaces another version of the script: load it again in every mGBA that runs.\n", first.Output);
        Assert.Equal($"{Script}\n", second.Output);
        AssertOnlyTheScript();
    }

    [Fact]
    public async Task What_can_not_be_written_leaves_no_part_of_the_file()
    {
        Directory.CreateDirectory(Script);

        var run = await WriteAsync();

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.StartsWith($"The script can't be written to {_folder.FullName}: ", Assert.Single(run.Errors.TrimEnd().Split('\n')),
            StringComparison.Ordinal);
        Assert.Equal([Script], Directory.GetFileSystemEntries(_folder.FullName));
    }

    [Fact]
    public async Task A_folder_in_which_others_could_replace_the_script_is_refused()
    {
        File.SetUnixFileMode(_folder.FullName, WritableByAll);

        var run = await WriteAsync();

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Equal($"The script can't be written to {_folder.FullName}, which can be written to by other accounts; take that from them "
            + "with chmod go-w, or use another folder.\n", run.Errors);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.FullName));
        File.SetUnixFileMode(_folder.FullName, WritableByAll | UnixFileMode.StickyBit);
        Assert.Equal(0, (await WriteAsync()).ExitCode);
    }

    [Fact]
    public async Task Wrong_settings_write_nothing()
    {
        var run = await WriteAsync("--Bridge:Connections=0");

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.FullName));
    }

    [Fact]
    public async Task It_says_when_a_running_mgba_has_another_version()
    {
        await using var emulator = new FakeEmulator();
        emulator.Facts = [.. emulator.Facts.Select(fact => fact.StartsWith("script=", StringComparison.Ordinal) ? "script=0.9.0" : fact)];

        var run = await WriteAsync($"--script-port={emulator.Port}");

        Assert.Contains($"The script at 127.0.0.1:{emulator.Port} has version 0.9.0", run.Output, StringComparison.Ordinal);
    }

    private Task<BridgeRun> WriteAsync(string option = "--script-port=1") =>
        BridgeRun.OfAsync("script", "--path", _folder.FullName, option);

    private void AssertOnlyTheScript()
    {
        Assert.Equal([Script], Directory.GetFileSystemEntries(_folder.FullName));
        Assert.Equal(File.ReadAllText(RepositoryRoot.Combine("artifacts", "bridge.lua")), File.ReadAllText(Script));
    }
}
