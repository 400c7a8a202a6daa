using System.Runtime.Versioning;

namespace Bridge.Api.Tests.CommandLine;

/// <summary><c>bridge script</c> writes the files of lua, and replaces those of an older version only as a whole.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ScriptTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-script-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task It_writes_every_file_and_prints_the_path()
    {
        var run = await WriteAsync();

        Assert.Equal((0, $"{_folder.FullName}/bridge.lua\n"), (run.ExitCode, run.Output));
        AssertSameAsSource();
    }

    [Fact]
    public async Task It_replaces_an_older_script()
    {
        await WriteAsync();
        File.WriteAllText(Path.Combine(_folder.FullName, "bridge", "gone.lua"), "return {}");
        File.WriteAllText(Path.Combine(_folder.FullName, "bridge.lua"), "error()");

        await WriteAsync();

        AssertSameAsSource();
    }

    [Fact]
    public async Task It_leaves_files_of_another_program_alone()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "bridge"));
        File.WriteAllText(Path.Combine(_folder.FullName, "bridge", "notes.txt"), "mine");

        var run = await WriteAsync();

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Equal(["bridge", "bridge/notes.txt"], Names(_folder.FullName));
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

    private void AssertSameAsSource()
    {
        var source = RepositoryRoot.Combine("lua");
        string[] expected = [.. Names(source).Where(name => !name.StartsWith("spec", StringComparison.Ordinal)
            && !name.StartsWith("types", StringComparison.Ordinal) && !name.StartsWith('.'))];
        Assert.Equal(expected, Names(_folder.FullName));
        foreach (var file in expected.Where(name => name.EndsWith(".lua", StringComparison.Ordinal)))
            Assert.Equal(File.ReadAllText(Path.Combine(source, file)), File.ReadAllText(Path.Combine(_folder.FullName, file)));
    }

    private static string[] Names(string folder) => [.. Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal)];
}
