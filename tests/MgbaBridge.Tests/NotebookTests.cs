using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about notebooks, and what their responses become.</summary>
public sealed class NotebookTests
{
    private const string Path = "/emulators/default/notebook";
    private const string Note = """{"id": 3, "text": "a", "time": "2026-01-02T03:04:05+00:00", "frame": 9}""";

    [Fact]
    public async Task A_notebook_is_read_and_imported()
    {
        var whole = $$"""{"stored": false, "notes": [{{Note}}], "names": {"hp": {"address": "0x02000020", "type": "u16"} } }""";
        using var told = new ToldHandler(Success(whole), Success(whole), Success("{}"));
        using var client = told.NewClient();
        var game = client.Emulator();
        var notebook = await game.GetNotebookAsync();
        Assert.False(notebook.Stored);
        Assert.Equal(
            new NotebookNote("a", 3, new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero), Frame: 9),
            Assert.Single(notebook.Notes));
        Assert.Equal(new NamedAddress("0x02000020", "u16"), notebook.Names["hp"]);
        await game.ImportNotebookAsync(new Notebook([new NotebookNote("b")], new Dictionary<string, NamedAddress>()));
        await game.DeleteNotebookAsync();
        Assert.Equal([$"GET {Path}", $"PUT {Path}", $"DELETE {Path}"], told.Paths);
        Assert.Equal("""{"notes":[{"text":"b"}],"names":{},"stored":true}""", told.Bodies[1]);
    }

    [Fact]
    public async Task Notes_and_names_are_changed()
    {
        using var told = new ToldHandler(Success(Note), Success("{}"), Success("""{"address": "1"}"""), Success("{}"));
        using var client = told.NewClient();
        var game = client.Emulator();
        Assert.Equal(3, (await game.AddNotebookNoteAsync("a")).Id);
        await game.DeleteNotebookNoteAsync(3);
        await game.SetNotebookNameAsync("a#b", new NamedAddress("1", Comment: "c"));
        await game.DeleteNotebookNameAsync("a#b");
        Assert.Equal(
            [$"POST {Path}/notes", $"DELETE {Path}/notes/3", $"PUT {Path}/names/a%23b", $"DELETE {Path}/names/a%23b"], told.Paths);
        Assert.Equal(("""{"text":"a"}""", """{"address":"1","comment":"c"}"""), (told.Bodies[0], told.Bodies[2]));
    }
}
