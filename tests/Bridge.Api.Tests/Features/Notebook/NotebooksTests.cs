using Bridge.Api.Features.Notebook;
using Bridge.SocketPool;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Notebook;

/// <summary>Notebooks without HTTP: in memory only, and several bridges with one folder.</summary>
public sealed class NotebooksTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-notebooks-");
    private readonly FakeTime _time = new();

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void Without_a_folder_the_latest_ones_stay_in_memory()
    {
        var notebooks = NewNotebooks(null);
        Assert.False(notebooks.IsStored);
        for (var i = 0; i <= Notebooks.MaxKnown; i++)
        {
            Add(notebooks, $"{i:x8}");
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.Empty(notebooks.Read(Game("00000000")).Notes);
        Assert.Single(notebooks.Read(Game($"{Notebooks.MaxKnown:x8}")).Notes);
    }

    [Fact]
    public void Files_are_read_again_when_they_were_forgotten()
    {
        var notebooks = NewNotebooks(_root.FullName);
        for (var i = 0; i <= Notebooks.MaxKnown; i++)
        {
            Add(notebooks, $"{i:x8}");
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.All(Enumerable.Range(0, Notebooks.MaxKnown + 1), i => Assert.Single(notebooks.Read(Game($"{i:x8}")).Notes));
    }

    [Fact]
    public void Two_bridges_change_one_notebook()
    {
        var (one, other) = (NewNotebooks(_root.FullName), NewNotebooks(_root.FullName));
        Add(one, "1a2b3c4d");
        Add(other, "1A2B3C4D");
        Add(one, "1a2b3c4d");
        Assert.Equal([1, 2, 3], other.Read(Game("1a2b3c4d")).Notes.Select(note => note.Id));
        other.Delete(Game("1a2b3c4d"));
        Assert.Empty(one.Read(Game("1a2b3c4d")).Notes);
    }

    [Fact]
    public void A_note_after_the_one_with_the_largest_id_has_a_free_one()
    {
        NoteInFile[] notes = [new(Id: int.MaxValue, Text: "the last one"), new(Id: 1, Text: "the first one")];
        var contents = NotebookReader.Read(new NotebookFile(Notes: notes), _time.GetUtcNow(), 0).Add("a", _time.GetUtcNow(), 0);
        Assert.Equal(2, contents.Notes[^1].Id);
    }

    [Fact]
    public void A_checksum_never_leads_out_of_the_folder()
    {
        var notebooks = NewNotebooks(Path.Combine(_root.FullName, "notebooks"));
        Add(notebooks, "../../x");
        Assert.Equal(["notebooks"], _root.EnumerateFileSystemInfos().Select(entry => entry.Name));
    }

    [Fact]
    public void Half_written_files_are_deleted_later()
    {
        var left = Path.Combine(_root.FullName, ".0123.tmp");
        File.WriteAllText(left, "half");
        File.SetLastWriteTimeUtc(left, _time.GetUtcNow().UtcDateTime);
        var notebooks = NewNotebooks(_root.FullName);
        Add(notebooks, "1a2b3c4d");
        Assert.True(File.Exists(left));
        File.SetLastWriteTimeUtc(left, _time.GetUtcNow().UtcDateTime - TimeSpan.FromHours(2));
        Add(notebooks, "1a2b3c4d");
        Assert.False(File.Exists(left));
    }

    [Fact]
    public void The_folder_must_not_be_a_file()
    {
        var file = Environment.ProcessPath;
        Assert.Empty(new NotebookOptions().FindFailures());
        Assert.Empty(new NotebookOptions { Folder = _root.FullName }.FindFailures());
        Assert.Equal([$"Bridge:Notebook:Folder must be a folder, which the bridge creates if needed; got the file \"{file}\"."],
            new NotebookOptions { Folder = file }.FindFailures());
    }

    private Notebooks NewNotebooks(string? root) =>
        new(new NotebookFolder(root, _time, NullLogger<NotebookFolder>.Instance), _time);

    private void Add(Notebooks notebooks, string crc32) =>
        notebooks.Change(Game(crc32), contents => contents.Add("a", _time.GetUtcNow(), 1));

    private static EmulatorFacts Game(string crc32) => new(1, "1", "i", "0.10", "GBA", "GAME", "ABCE", crc32, 4096, []);
}
