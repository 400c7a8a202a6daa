using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Compat;
using Bridge.Api.Server.Files;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using FileOptions = Bridge.Api.Features.Compat.FileOptions;

namespace Bridge.Api.Tests.Features.Compat;

public sealed class FileFolderTests : IDisposable
{
    private readonly DirectoryInfo _outside = Directory.CreateTempSubdirectory("bridge-outside-");
    private readonly string _root;
    private readonly FileFolder _folder;

    public FileFolderTests()
    {
        _root = Path.Combine(_outside.FullName, "files");
        Directory.CreateDirectory(Path.Combine(_root, "states"));
        File.WriteAllText(Path.Combine(_outside.FullName, "secret"), "secret");
        File.WriteAllText(Path.Combine(_root, "game one.gba"), "rom");
        File.WriteAllText(Path.Combine(_root, "states", "a.ss1"), "state");
        File.CreateSymbolicLink(Path.Combine(_root, "link"), Path.Combine(_outside.FullName, "secret"));
        File.CreateSymbolicLink(Path.Combine(_root, "dangling"), Path.Combine(_outside.FullName, "none"));
        Directory.CreateSymbolicLink(Path.Combine(_root, "up"), _outside.FullName);
        _folder = Of(_root);
    }

    public void Dispose()
    {
        _folder.Dispose();
        Shell.Delete(_outside);
    }

    private static FileFolder Of(string? folder, int quota = 1024) =>
        new(new FileOptions(folder, quota), NullLogger<FileFolder>.Instance);

    private static void AssertRefused(ProblemType type, Func<object> resolve)
    {
        var refused = Assert.Throws<RequestException>(resolve);
        Assert.Equal((type, "path"), (refused.Type, refused.Parameter));
    }

    private static string PathOf(FilePlace place)
    {
        using (place)
            return place.Path;
    }

    private async Task WriteAsync(string path, byte[] bytes)
    {
        using var place = _folder.ForWriting(path);
        await _folder.WriteAsync(place, bytes, default);
    }

    [Fact]
    public void An_absolute_path_is_compared_with_the_folder_as_the_system_compares_paths()
    {
        var path = Path.Combine(_root.ToUpperInvariant(), "game one.gba");
        using var folder = new FileFolder(
            new FileOptions(_root, 1024) { PathComparison = StringComparison.OrdinalIgnoreCase }, NullLogger<FileFolder>.Instance);
        Assert.Equal(Path.Combine(_root, "game one.gba"), folder.ForEmulator(path));
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForEmulator(path));
    }

    [Fact]
    public void The_root_of_a_drive_works_as_the_folder()
    {
        using var folder = Of(Path.GetPathRoot(_root));
        var file = Path.Combine(_root, "game one.gba");
        Assert.Equal(file, folder.ForEmulator(file));
        Assert.Equal(file, folder.ForEmulator(Path.GetRelativePath(Path.GetPathRoot(_root)!, file)));
    }

    [Theory]
    [InlineData("game one.gba", "game one.gba")]
    [InlineData("states/a.ss1", "states/a.ss1")]
    [InlineData("./states//a.ss1", "states/a.ss1")]
    public void A_path_in_the_folder_is_accepted(string path, string file)
    {
        Assert.Equal(Path.Combine(_root, file), _folder.ForEmulator(path));
        Assert.Equal(Path.Combine(_root, file), _folder.ForEmulator(Path.Combine(_root, path)));
        Assert.Equal(Path.Combine(_root, file), PathOf(Of(_root + "/").ForWriting(path)));
    }

    [Theory]
    [InlineData("\u00E9t\u00E9/\u00E9.ss1", "e\u0301te\u0301/e\u0301.ss1")]
    [InlineData("e\u0301te\u0301/e\u0301.ss1", "\u00E9t\u00E9/\u00E9.ss1")]
    [InlineData("\u00E9.ss1", "\u00E9.ss1")]
    public void A_path_finds_a_file_whose_name_is_in_the_other_normalization_form(string there, string asked)
    {
        var file = Path.Combine(_root, there);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, "state");
        Assert.Equal(file, _folder.ForEmulator(asked));
        Assert.Equal(file, PathOf(_folder.ForWriting(asked)));
    }

    [Fact]
    public void A_link_whose_name_is_in_the_other_form_is_still_a_link()
    {
        File.CreateSymbolicLink(Path.Combine(_root, "e\u0301"), Path.Combine(_outside.FullName, "secret"));
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForEmulator("\u00E9"));
    }

    [Fact]
    public async Task Names_that_are_not_UTF8_do_not_disturb_a_lookup()
    {
        Shell.Run(_root,
            """printf x > "$(printf 'bad\377.gba')"; mkdir "$(printf 'folder\377')"; printf x > "$(printf 'folder\377/a')" """);
        AssertRefused(ProblemTypes.NotFound, () => _folder.ForEmulator("bad\uFFFD.gba"));
        await WriteAsync("\u00E9.png", [1]);
        Assert.Equal([1], _folder.Read("e\u0301.png"));
    }

    [Theory]
    [InlineData("../secret")]
    [InlineData("states/../../secret")]
    [InlineData("states/../game one.gba")]
    [InlineData("..\\secret")]
    [InlineData("/etc/hostname")]
    [InlineData("/dev/null")]
    [InlineData("link")]
    [InlineData("dangling")]
    [InlineData("up/secret")]
    [InlineData("up/files/game one.gba")]
    [InlineData("states")]
    [InlineData(".")]
    [InlineData("/")]
    [InlineData("nul.png")]
    [InlineData("COM1")]
    [InlineData("states/lpt9.txt")]
    [InlineData("COM\u00B9/a.png")]
    [InlineData("a.png:stream")]
    [InlineData("C:\\a.png")]
    [InlineData("a.png.")]
    [InlineData("a.png ")]
    [InlineData("a\u0000.png")]
    [InlineData("a\n.png")]
    [InlineData("what?.png")]
    public void Any_other_path_is_refused(string path)
    {
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForEmulator(path));
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForWriting(path));
    }

    [Fact]
    public void A_folder_with_the_same_prefix_is_another_folder()
    {
        Directory.CreateDirectory(_root + "2");
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForWriting(Path.Combine(_root + "2", "a.png")));
    }

    [Fact]
    public void A_path_that_is_too_long_is_refused()
    {
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForWriting(new string('a', 301)));
        var name = Path.Combine(new string('x', 100), new string('é', 100));
        Directory.CreateDirectory(Path.Combine(_root, new string('x', 100)));
        File.WriteAllText(Path.Combine(_root, name), "rom");
        AssertRefused(ProblemTypes.InvalidParameter, () => _folder.ForEmulator(name));
    }

    [Fact]
    public void A_missing_file_is_not_found()
    {
        File.WriteAllText(Path.Combine(_root, "empty"), "");
        AssertRefused(ProblemTypes.NotFound, () => _folder.ForEmulator("none.gba"));
        AssertRefused(ProblemTypes.NotFound, () => _folder.ForEmulator("empty"));
        AssertRefused(ProblemTypes.NotFound, () => _folder.ForWriting("none/a.png"));
        AssertRefused(ProblemTypes.MissingParameter, () => _folder.ForWriting(null));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public void Without_a_folder_every_path_is_refused(string? folder) =>
        AssertRefused(ProblemTypes.Unsupported, () => Of(folder).ForWriting("a.png"));

    [Fact]
    public async Task A_written_file_can_be_read_and_replaces_the_old_one()
    {
        foreach (var text in new[] { "one", "three" })
        {
            await WriteAsync("states/b.ss1", System.Text.Encoding.UTF8.GetBytes(text));
            Assert.Equal(text, System.Text.Encoding.UTF8.GetString(_folder.Read("states/b.ss1")));
        }

        Assert.Equal(["a.ss1", "b.ss1"], Directory.GetFiles(Path.Combine(_root, "states")).Select(Path.GetFileName).Order());
    }

    [Fact]
    public async Task A_full_folder_accepts_no_new_file()
    {
        // Two files in the folder, one of them in a subfolder; links don't count.
        var folder = Of(_root, quota: 3);
        using var third = folder.ForWriting("third.png");
        using var fourth = folder.ForWriting("fourth.png");
        await folder.WriteAsync(third, new byte[] { 1 }, default);
        Assert.Equal(ProblemTypes.TooManyFiles,
            (await Assert.ThrowsAsync<RequestException>(() => folder.WriteAsync(fourth, new byte[] { 1 }, default))).Type);
        AssertRefused(ProblemTypes.TooManyFiles, () => folder.ForWriting("fourth.png"));
        using var again = folder.ForWriting("third.png");
        await folder.WriteAsync(again, new byte[] { 1, 2 }, default);
        Assert.Equal(2, new FileInfo(third.Path).Length);
    }

    [Fact]
    public async Task A_failed_write_leaves_no_file_behind()
    {
        using var target = _folder.ForWriting("c.ss1");
        Directory.CreateDirectory(target.Path);
        var failed = await Assert.ThrowsAsync<RequestException>(() => _folder.WriteAsync(target, new byte[] { 1 }, default));
        Assert.Equal(ProblemTypes.StorageFailed, failed.Type);
        Assert.DoesNotContain(Directory.GetFiles(_root), name => name.EndsWith(".tmp", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_that_is_too_large_for_a_state_is_refused()
    {
        File.WriteAllBytes(Path.Combine(_root, "large"), new byte[(2 * 1024 * 1024) + 1]);
        Assert.Equal(ProblemTypes.TooLarge, Assert.Throws<RequestException>(() => _folder.Read("large")).Type);
    }

    [Fact]
    public async Task A_file_is_written_into_the_folder_that_was_checked()
    {
        using var place = _folder.ForWriting("states/b.ss1");
        Directory.Move(Path.Combine(_root, "states"), Path.Combine(_root, "moved"));
        Directory.CreateSymbolicLink(Path.Combine(_root, "states"), _outside.FullName);
        await _folder.WriteAsync(place, new byte[] { 1 }, default);
        Assert.Equal(["secret"], Directory.GetFiles(_outside.FullName).Select(Path.GetFileName));
        Assert.Equal([1], _folder.Read("moved/b.ss1"));
    }
}
