using System.Text;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Tests.Features.Movies.Formats;

public sealed class MovieNotesTests
{
    [Fact]
    public void Notes_are_written_and_read_again()
    {
        GameNote[] notes = [new(0, "é \"<b>\""), new(9, "b"), new(9, "a"), new(10, new string('x', 200))];
        var file = MovieNotes.Write(notes);
        Assert.StartsWith("""{"frame":0,"text":""", Encoding.UTF8.GetString(file), StringComparison.Ordinal);
        Assert.Equal(notes, MovieNotes.Read(file, 10));
        Assert.Equal([new(1, "a"), new(2, "b")], MovieNotes.Read("""
            {"frame":2,"text":"b"}
            {"text":"a","frame":1}
            """u8, 10));
    }

    [Theory]
    [InlineData("x", "notes.jsonl, line 1: A line must be an object with frame and text.")]
    [InlineData("null", "notes.jsonl, line 1: A line must be an object; got null.")]
    [InlineData("""{"frame":1}""", "notes.jsonl, line 1: A line must be an object with frame and text.")]
    [InlineData("""{"frame":1,"text":"a","more":1}""", "notes.jsonl, line 1: A line must be an object with frame and text.")]
    [InlineData("""{"frame":1.5,"text":"a"}""", "notes.jsonl, line 1: A line must be an object with frame and text.")]
    [InlineData("{\"frame\":1,\"text\":\"a\"}\n{\"frame\":11,\"text\":\"a\"}", "line 2: frame must be 0 to 10; got \"11\".")]
    [InlineData("""{"frame":-1,"text":"a"}""", "line 1: frame must be 0 to 10")]
    [InlineData("""{"frame":1,"text":""}""", "line 1: text must be 1 to 200 characters of one line; got \"\".")]
    [InlineData("""{"frame":1,"text":"a\nb"}""", "line 1: text must be 1 to 200 characters of one line")]
    [InlineData("""{"frame":1,"text":null}""", "line 1")]
    public void What_is_no_note_is_refused(string file, string words)
    {
        var refused = Assert.Throws<MovieFormatException>(() => MovieNotes.Read(Encoding.UTF8.GetBytes(file), 10));
        Assert.Contains(words, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void There_are_at_most_a_thousand()
    {
        var file = MovieNotes.Write([.. Enumerable.Repeat(new GameNote(1, "a"), 1000)]);
        Assert.Equal(1000, MovieNotes.Read(file, 1).Count);
        var more = Assert.Throws<MovieFormatException>(() => MovieNotes.Read([.. file, .. MovieNotes.Write([new(1, "a")])], 1));
        Assert.Equal("notes.jsonl must have at most 1000 notes; got more.", more.Message);
    }

    [Fact]
    public void A_stream_has_its_notes_after_the_start()
    {
        Assert.Equal([new(3, "é")], MovieStreamReader.ReadNotes("movie 1 GBA 10\npower 4\nsave\nnote 3 2\né\nkeys 0 c 1\nend\n"u8));
        Assert.Empty(MovieStreamReader.ReadNotes("movie 1 GBA 10\nstate 0 1\nx\nend\n"u8));
        Assert.Throws<MovieFormatException>(() => MovieStreamReader.ReadNotes("movie 1 GBA 10\npower 4\nsav"u8));
    }
}
