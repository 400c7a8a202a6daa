using System.Text.Json;
using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.StateTree;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>What a model is told of a notebook has at most 2 KB, whatever it has.</summary>
public sealed class GameNotesTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    [Fact]
    public void The_latest_notes_come_first_with_all_names_and_states()
    {
        var contents = NotebookContents.Empty.Add("One", Now, 10).Add("Two", Now, 20)
            .Set("hp", new NamedAddress("0x02000020", "u16", "Health")).Set("at", new NamedAddress("0x02000030", null, null));
        Assert.Equal(
            """
            {"notes":[{"id":2,"text":"Two","frame":20},{"id":1,"text":"One","frame":10}],
            "names":[{"name":"at","address":"0x02000030"},{"name":"hp","address":"0x02000020","type":"u16"}],
            "states":[{"name":"new","frame":5,"note":"b"},{"name":"old"}]}
            """.ReplaceLineEndings(""),
            Write(GameNotes.Describe(contents, [new("old", 1, Now), new("new", 1, Now.AddSeconds(1), Frame: 5, Note: "b")],
                isStored: true)));
        Assert.Equal("""{"notes":[],"names":[],"states":[],"stored":false}""",
            Write(GameNotes.Describe(NotebookContents.Empty, [], isStored: false)));
    }

    [Theory]
    [InlineData("a", 200)]
    [InlineData("滝", 200)]
    [InlineData("\ud83d\ude00", 200)]
    [InlineData("\"", 1)]
    [InlineData("滝", 1)]
    public void It_is_never_longer_than_2_KB(string letter, int count)
    {
        var text = string.Concat(Enumerable.Repeat(letter, 600 / letter.Length));
        var contents = NotebookContents.Empty;
        for (var i = 0; i < count; i++)
            contents = contents.Add(text, Now, long.MaxValue).Set($"n{i}".PadRight(64, 'n'), new NamedAddress("0x02000020", "u16", null));
        StateNode[] states = [.. Enumerable.Range(0, count).Select(i =>
            new StateNode($"s{i}".PadRight(64, 's'), 1, Now, Frame: long.MaxValue, Note: text[..200]))];
        foreach (var (given, saved) in new[] { (contents, states), (contents, []), (NotebookContents.Empty, states) })
        {
            var seen = GameNotes.Describe(given, saved, isStored: false);
            Assert.InRange(JsonSerializer.SerializeToUtf8Bytes(seen, McpJson.Context.NotesSeen).Length, 1, 2048);
            Assert.Equal(given.Notes.Count, seen.Notes.Count + (seen.MoreNotes ?? 0));
            Assert.Equal(given.Names.Count, seen.Names.Count + (seen.MoreNames ?? 0));
            Assert.Equal(saved.Length, seen.States.Count + (seen.MoreStates ?? 0));
            Assert.True(seen.Notes.Count > 0 || given.Notes.IsEmpty);
        }
    }

    [Fact]
    public void A_note_that_is_alone_is_whole()
    {
        var text = new string('滝', 600);
        Assert.Equal(text, GameNotes.Describe(NotebookContents.Empty.Add(text, Now, 1), [], isStored: true).Notes[0].Text);
    }

    [Fact]
    public void Texts_have_no_control_characters_and_cannot_turn_the_direction_of_writing()
    {
        var contents = NotebookContents.Empty.Add("a\u202Eb", Now, 1);
        var seen = GameNotes.Describe(contents, [new("s", 1, Now, Note: "x\u001b[31m\ny")], isStored: true);
        Assert.Equal(("a?b", "x?[31m?y"), (seen.Notes[0].Text, seen.States[0].Note));
    }

    private static string Write(NotesSeen seen) => JsonSerializer.Serialize(seen, McpJson.Context.NotesSeen);
}
