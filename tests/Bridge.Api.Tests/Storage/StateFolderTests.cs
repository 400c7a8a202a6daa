using Bridge.Api.States;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Tests.Storage;

/// <remarks>The end-to-end test NamedStateTests checks what states do to a game.</remarks>
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
