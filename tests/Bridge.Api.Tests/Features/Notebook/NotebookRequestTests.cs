using System.Text.Json;
using System.Text.Json.Nodes;

namespace Bridge.Api.Tests.Features.Notebook;

/// <summary>Notes and names over HTTP, and the file that has them.</summary>
public sealed class NotebookRequestTests : NotebookTest
{
    [Fact]
    public async Task Notes_and_names_are_kept_in_a_file_of_the_game()
    {
        Assert.Equal("""{"stored":true,"notes":[],"names":{}}""", (await GetAsync()).GetRawText());
        Assert.False(System.IO.File.Exists(File));
        var before = TimeProvider.System.GetUtcNow();
        using var added = await Client.AskAsync("POST", $"{Path}/notes", """{"text": "The key is \"behind\" the waterfall 滝."}""");
        Assert.Equal((201, $"{Path}/notes/1"), ((int)added.StatusCode, added.Headers.Location!.ToString()));
        var note = JsonDocument.Parse(await added.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((1, 1834L), (note.GetProperty("id").GetInt32(), note.GetProperty("frame").GetInt64()));
        Assert.InRange(note.GetProperty("time").GetDateTimeOffset(), before, TimeProvider.System.GetUtcNow());
        Assert.Equal(TimeSpan.Zero, note.GetProperty("time").GetDateTimeOffset().Offset);
        Assert.Equal(2, (await AddAsync("Second")).GetProperty("id").GetInt32());
        Assert.Equal(
            """{"address":"0x02000020","type":"u16","comment":"Falls with each hit."}""",
            (await NameAsync("hp", """{"address": "33554464", "type": "U16", "comment": "Falls with each hit."}""")).GetRawText());

        var all = await GetAsync();
        Assert.Equal(["The key is \"behind\" the waterfall 滝.", "Second"], TextsOf(all));
        Assert.Equal("0x02000020", all.GetProperty("names").GetProperty("hp").GetProperty("address").GetString());
        var stored = JsonNode.Parse(await System.IO.File.ReadAllTextAsync(File))!.AsObject();
        Assert.Equal(["notes", "names"], stored.Select(member => member.Key));
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, System.IO.File.GetUnixFileMode(File));

        await DeleteAsync($"{Path}/notes/1");
        await DeleteAsync($"{Path}/names/hp");
        Assert.Equal(["Second"], TextsOf(await GetAsync()));
        await DeleteAsync(Path);
        Assert.False(System.IO.File.Exists(File));
        Assert.Empty(TextsOf(await GetAsync()));
        await DeleteAsync(Path);
    }

    [Fact]
    public async Task What_is_not_there_is_refused()
    {
        (await Client.AskForProblemAsync("DELETE", $"{Path}/notes/7")).Is(404, "unknown-note", "id", "has no note 7.");
        (await Client.AskForProblemAsync("DELETE", $"{Path}/names/mp")).Is(404, "unknown-note", "name", "has no name \"mp\".");
    }

    [Fact]
    public async Task A_notebook_is_exported_and_imported()
    {
        await AddAsync("One");
        await AddAsync("Two");
        await NameAsync("hp", """{"address": "0x10", "comment": "Health"}""");
        await DeleteAsync($"{Path}/notes/1");
        var exported = (await GetAsync()).GetRawText();
        await DeleteAsync(Path);
        Assert.Equal(exported, (await Client.AskForJsonAsync("PUT", Path, exported)).GetRawText());
        Assert.Equal(exported, (await GetAsync()).GetRawText());

        var brief = await Client.AskForJsonAsync("PUT", Path,
            """{"notes": [{"text": "a"}, {"text": "b", "id": 4, "time": "2026-01-02T03:04:05+02:00", "frame": 9}, {"text": "c"}]}""");
        Assert.Equal([(5, 1834), (4, 9), (6, 1834)], brief.GetProperty("notes").EnumerateArray()
            .Select(note => (note.GetProperty("id").GetInt32(), note.GetProperty("frame").GetInt32())));
        Assert.Equal("2026-01-02T01:04:05+00:00", brief.GetProperty("notes")[1].GetProperty("time").GetString());
        Assert.Empty(brief.GetProperty("names").EnumerateObject());
    }

    [Theory]
    [InlineData("""{"notes": [{"text": "a"}, {"text": "a\nb"}]}""", 400, "invalid-parameter", "notes[1].text",
        "notes[1].text must be 1 to 600 characters")]
    [InlineData("""{"notes": [{}]}""", 400, "missing-parameter", "notes[0].text", "notes[0].text is required")]
    [InlineData("""{"notes": [null]}""", 400, "missing-parameter", "notes[0].text", "notes[0].text is required")]
    [InlineData("""{"notes": [{"id": 0, "text": "a"}]}""", 400, "invalid-parameter", "notes[0].id", "notes[0].id must be 1 to 2147483647")]
    [InlineData("""{"notes": [{"id": 3, "text": "a"}, {"id": 3, "text": "b"}]}""", 400, "invalid-parameter", "notes[1].id",
        "notes[1].id must be the id of one note only; got \"3\".")]
    [InlineData("""{"names": {"1": {"address": "1"}}}""", 400, "invalid-parameter", "names", "names must be a letter or _")]
    [InlineData("""{"names": {"a": {"address": "b"}}}""", 400, "invalid-parameter", "names.a.address", "names.a.address must be a number")]
    [InlineData("""{"names": {"a": null}}""", 400, "missing-parameter", "names.a.address", "names.a.address is required")]
    [InlineData("""{"pages": []}""", 400, "invalid-body", "pages", "Unknown member")]
    public async Task A_wrong_import_changes_nothing(string body, int status, string anchor, string parameter, string sentence)
    {
        await AddAsync("Kept");
        (await Client.AskForProblemAsync("PUT", Path, body)).Is(status, anchor, parameter, sentence);
        Assert.Equal(["Kept"], TextsOf(await GetAsync()));
    }

    [Fact]
    public async Task A_full_notebook_refuses_more()
    {
        var notes = string.Join(',', Enumerable.Repeat("""{"text": "a"}""", 200));
        var names = string.Join(',', Enumerable.Range(0, 200).Select(i => $$"""  "n{{i}}": {"address": "{{i}}"} """));
        await Client.AskForJsonAsync("PUT", Path, $$"""{"notes": [{{notes}}], "names": { {{names}} } }""");
        (await Client.AskForProblemAsync("PUT", Path, $$"""{"notes": [{{notes}}, {"text": "b"}]}"""))
            .Is(409, "too-many-notes", "notes", "notes must be at most 200; got 201.");
        (await Client.AskForProblemAsync("PUT", Path, $$"""{"names": { {{names}}, "more": {"address": "1"} } }"""))
            .Is(409, "too-many-notes", "names", "names must be at most 200; got 201.");
        (await Client.AskForProblemAsync("POST", $"{Path}/notes", """{"text": "b"}"""))
            .Is(409, "too-many-notes", null, "The notebook already has 200 notes, the maximum; remove one.");
        (await Client.AskForProblemAsync("PUT", $"{Path}/names/more", """{"address": "1"}"""))
            .Is(409, "too-many-notes", "name", "already has 200 names, the maximum; forget one.");
        await NameAsync("n7", """{"address": "8"}""");
        await DeleteAsync($"{Path}/notes/200");
        await AddAsync("b");
    }

    [Fact]
    public async Task Each_game_has_a_notebook_of_its_own_by_its_checksum()
    {
        await AddAsync("Of the first game");
        Play("00000002");
        Assert.Empty(TextsOf(await GetAsync()));
        await AddAsync("Of the second game");
        Play("1a2b3c4d");
        Assert.Equal(["Of the first game"], TextsOf(await GetAsync()));
    }

    [Fact]
    public async Task A_broken_file_is_told_and_not_overwritten()
    {
        await WriteAsync("""{"notes": [{"text": "half""");
        const string Sentence = "The notebook 1a2b3c4d.json can't be used: It is not valid JSON at line 1";
        (await Client.AskForProblemAsync("GET", Path)).Is(500, "storage-failed", null, Sentence, "or delete the notebook.");
        (await Client.AskForProblemAsync("POST", $"{Path}/notes", """{"text": "a"}""")).Is(500, "storage-failed", null, Sentence);
        (await Client.AskForProblemAsync("PUT", Path, "{}")).Is(500, "storage-failed", null, Sentence);
        Assert.EndsWith("half", await System.IO.File.ReadAllTextAsync(File), StringComparison.Ordinal);

        await WriteAsync("""{"notes": [{"text": "By hand"}]}""");
        Assert.Equal(["By hand"], TextsOf(await GetAsync()));
        await WriteAsync("[]");
        (await Client.AskForProblemAsync("GET", Path)).Is(500, "storage-failed", null, "It must be an object with notes and names.");
        await DeleteAsync(Path);
        Assert.Empty(TextsOf(await GetAsync()));
    }

    [Theory]
    [InlineData("""{"notes": [{"text": "a\u001b[2J"}]}""", "notes[0].text must be 1 to 600 characters")]
    [InlineData("""{"notes": 5}""", "notes must be a list")]
    [InlineData("""{"notes": [], "notes": []}""", "It has the same member twice.")]
    public async Task A_file_has_the_rules_of_requests(string file, string sentence)
    {
        await WriteAsync(file);
        (await Client.AskForProblemAsync("GET", Path)).Is(500, "storage-failed", null, sentence);
    }

    [Fact]
    public async Task A_file_and_a_notebook_have_a_limit_of_bytes()
    {
        const int Max = 256 * 1024;
        await WriteAsync("{}".PadRight(Max));
        Assert.Empty(TextsOf(await GetAsync()));
        await WriteAsync("{}".PadRight(Max + 1));
        (await Client.AskForProblemAsync("GET", Path))
            .Is(500, "storage-failed", null, "The file 1a2b3c4d.json must be at most 262,144 bytes.");
        await DeleteAsync(Path);
        var long600 = new string('滝', 600);
        var note = $$"""{"text": "{{long600}}"}""";
        await Client.AskForJsonAsync("PUT", Path, $$"""{"notes": [{{string.Join(',', Enumerable.Repeat(note, 138))}}]}""");
        await AddAsync(long600);
        (await Client.AskForProblemAsync("POST", $"{Path}/notes", note))
            .Is(409, "too-many-notes", null, "The notebook must have at most 262,144 bytes as JSON; got 262,", "Remove notes.");
        Assert.Equal(139, TextsOf(await GetAsync()).Length);
    }

    [Fact]
    public async Task A_link_in_place_of_the_file_is_not_followed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a right of the account.");
        var target = System.IO.Path.Combine(Root.FullName, "target");
        await System.IO.File.WriteAllTextAsync(target, "{}");
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(File)!);
        System.IO.File.CreateSymbolicLink(File, target);
        (await Client.AskForProblemAsync("POST", $"{Path}/notes", """{"text": "a"}"""))
            .Is(500, "storage-failed", null, "has a link, a folder or a pipe in place of 1a2b3c4d.json");
        Assert.Equal("{}", await System.IO.File.ReadAllTextAsync(target));
        await DeleteAsync(Path);
        Assert.True(System.IO.File.Exists(target));
    }

    private static string[] TextsOf(JsonElement notebook) =>
        [.. notebook.GetProperty("notes").EnumerateArray().Select(note => note.GetProperty("text").GetString()!)];
}
