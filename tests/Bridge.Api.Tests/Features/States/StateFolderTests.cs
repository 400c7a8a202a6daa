using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Features.States;

/// <remarks>The end-to-end test NamedStateTests checks what states do to a game.</remarks>
[UnsupportedOSPlatform("windows")]
public sealed class StateFolderTests : IDisposable
{
    private static readonly EmulatorFacts Game = new(1, "1", "i", "0.10", "GBA", "GAME", "ABCE", "1a2b3c4d", 4096, []);

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-states-");
    private readonly StateFolder _folder;

    public StateFolderTests() =>
        _folder = new StateFolder(new StateOptions(_root.FullName), TimeProvider.System, NullLogger<StateFolder>.Instance);

    public void Dispose()
    {
        _folder.Dispose();
        Shell.Delete(_root);
    }

    [Fact]
    public async Task Only_this_account_can_read_the_states()
    {
        var root = Path.Combine(_root.FullName, "a", "b");
        using var folder = new StateFolder(new StateOptions(root), TimeProvider.System, NullLogger<StateFolder>.Instance);
        await folder.WriteAsync("default", Game, "mine", new byte[] { 1 }, default);

        var file = Path.Combine(root, "default", "GAME-1a2b3c4d", "mine.state");
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        for (var above = Path.GetDirectoryName(file)!; above != _root.FullName; above = Path.GetDirectoryName(above)!)
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(above));
    }

    // A state can contain any program.
    [Fact]
    public async Task States_that_another_account_may_have_put_there_are_not_loaded()
    {
        await _folder.WriteAsync("default", Game, "mine", new byte[] { 1 }, default);
        File.SetUnixFileMode(_root.FullName, (UnixFileMode)0x1FF); // 0777

        Assert.Equal(ProblemTypes.StorageFailed,
            Assert.Throws<RequestException>(() => _folder.Read("default", Game, "mine")).Type);
        Assert.Equal(ProblemTypes.StorageFailed, (await Assert.ThrowsAsync<RequestException>(
            () => _folder.WriteAsync("default", Game, "mine", new byte[] { 1 }, default))).Type);
        await _folder.DeleteOldAsync("mine", TimeSpan.Zero);
        File.SetUnixFileMode(_root.FullName, (UnixFileMode)0x1C0); // 0700
        Assert.Equal([1], _folder.Read("default", Game, "mine"));
    }

    [Fact]
    public async Task Old_states_are_not_deleted_through_a_link()
    {
        var outside = Directory.CreateTempSubdirectory("bridge-outside-");
        try
        {
            var file = Path.Combine(outside.FullName, "mine.state");
            await File.WriteAllBytesAsync(file, [1]);
            File.CreateSymbolicLink(Path.Combine(_root.FullName, "linked"), outside.FullName);
            await _folder.WriteAsync("default", Game, "mine", new byte[] { 1 }, default);

            await _folder.DeleteOldAsync("mine", TimeSpan.FromDays(-1));

            Assert.True(File.Exists(file));
            Assert.Empty(_folder.List("default", Game));
        }
        finally
        {
            outside.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task Files_with_other_names_are_ignored()
    {
        await _folder.WriteAsync("default", Game, "mine", new byte[] { 1 }, default);
        Shell.Run(Path.Combine(_root.FullName, "default", "GAME-1a2b3c4d"),
            """for name in 'bad\377' '\303\251' 'a b' 'CON' '.hidden'; do printf x > "$(printf "$name").state"; done""");
        Assert.Equal("mine", Assert.Single(_folder.List("default", Game)).Name);
        await _folder.WriteAsync("default", Game, "other", new byte[] { 1 }, default);
        await _folder.DeleteAsync("default", Game, "mine", default);
        Assert.Equal("other", Assert.Single(_folder.List("default", Game)).Name);
    }
}
