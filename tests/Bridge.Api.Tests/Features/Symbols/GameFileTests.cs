using System.Text;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class GameFileTests : IDisposable
{
    private static readonly EmulatorFacts Game = new(3, "", "", "", "GBA", "", "", "1A2B3C4D", 0, []);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-files-");
    private readonly FakeTime _time = new();
    private readonly GameFile<string> _file;
    private int _reads;
    private Action? _onRead;

    public GameFileTests()
    {
        var file = new FolderFile(
            new SymbolOptions { Folder = _folder.FullName }, NullLogger.Instance, "texts", maxBytes: 10, ".txt");
        _file = new GameFile<string>(file, Read, _time);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_missing_file_is_looked_for_again_after_a_while()
    {
        Assert.Null(Look());
        Write("a text");
        Assert.Null(Look());
        _time.Advance(GameFile<string>.LookAgainAfter);
        Assert.Equal("a text", Look());
        Write("another");
        _time.Advance(GameFile<string>.LookAgainAfter);
        Assert.Equal("a text", Look());
        Assert.Equal(1, _reads);
        _file.Forget();
        Assert.Equal("another", Look());
    }

    [Fact]
    public void An_unusable_file_is_read_again_when_it_has_changed()
    {
        Write("bad");
        Assert.Null(Look());
        Assert.Equal("The file of the game's texts can't be used: bad.", _file.FindKnown(Game)!.Problem);
        _time.Advance(GameFile<string>.LookAgainAfter);
        Assert.Null(Look());
        Assert.Equal(1, _reads);
        Write("good");
        Assert.Null(Look());
        _time.Advance(GameFile<string>.LookAgainAfter);
        Assert.Equal("good", Look());
        Assert.Null(_file.FindKnown(Game)!.Problem);
    }

    [Fact]
    public void A_file_that_is_too_large_may_become_smaller()
    {
        Write("eleven byte");
        Assert.Null(Look());
        Assert.Equal("The file of the game's texts can't be used: it may have at most 10 bytes.", _file.FindKnown(Game)!.Problem);
        Write("ten bytes!");
        _time.Advance(GameFile<string>.LookAgainAfter);
        Assert.Equal("ten bytes!", Look());
    }

    [Fact]
    public void Another_game_has_another_file()
    {
        Write("a text");
        Assert.Equal("a text", Look());
        var other = Game with { Crc32 = "00000001" };
        Assert.Null(_file.FindKnown(other));
        Assert.True(_file.MustLook(other));
        Assert.Null(_file.Find(other)!.Loaded);
        Assert.Equal("a text", _file.Find(Game)!.Loaded);
    }

    [Fact]
    public async Task What_is_forgotten_while_it_is_read_stays_forgotten()
    {
        Write("a text");
        var forgotten = Task.CompletedTask;
        _onRead = () => forgotten = Task.Run(_file.Forget);
        _file.Look(Game);
        await forgotten;
        Assert.Null(_file.FindKnown(Game));
    }

    [Fact]
    public async Task What_is_stored_while_the_folder_is_read_stays()
    {
        Write("a text");
        var stored = Task.CompletedTask;
        _onRead = () => stored = Task.Run(() => _file.Store("stored", Game));
        _file.Look(Game);
        await stored;
        Assert.Equal("stored", _file.FindKnown(Game)!.Loaded);
        Assert.False(_file.MustLook(Game));
    }

    private string? Look()
    {
        _file.Look(Game);
        return _file.FindKnown(Game)!.Loaded;
    }

    private void Write(string text) => File.WriteAllText(Path.Combine(_folder.FullName, "1a2b3c4d.txt"), text);

    private string Read(ReadOnlyMemory<byte> bytes, EmulatorFacts game)
    {
        _reads++;
        _onRead?.Invoke();
        var text = Encoding.ASCII.GetString(bytes.Span);
        return text == "bad" ? throw new SymbolFormatException(text) : text;
    }
}
