using System.Text.Json;

namespace Bridge.Api.Tests.Features.Notebook;

/// <summary>A bridge with a folder of notebooks, whose emulator has the number 7 everywhere.</summary>
public abstract class NotebookTest : FakedBridge
{
    protected const string Emulator = "/emulators/default";
    protected const string Path = $"{Emulator}/notebook";

    protected NotebookTest()
        : this(Directory.CreateTempSubdirectory("bridge-notebooks-"))
    {
    }

    private NotebookTest(DirectoryInfo folder)
        : base(("Bridge:Notebook:Folder", System.IO.Path.Combine(folder.FullName, "notebooks"))) => Root = folder;

    protected DirectoryInfo Root { get; }

    /// <summary>Gets the file of the game, whose checksum is 1a2b3c4d.</summary>
    protected string File => System.IO.Path.Combine(Root.FullName, "notebooks", "1a2b3c4d.json");

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command is not "memory.get")
                return false;
            string[] where = request.Arguments[0].StartsWith('[') ? ["33554440"] : [];
            await request.ReplyAsync(["7", .. where]);
            return true;
        };
        await base.InitializeAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await base.DisposeAsync();
        Root.Delete(recursive: true);
    }

    /// <summary>Loads the game of a checksum.</summary>
    protected void Play(string crc32) =>
        Fake.Facts = [.. Fake.Facts.Select(fact => fact.StartsWith("crc32=", StringComparison.Ordinal) ? $"crc32={crc32}" : fact)];

    protected Task<JsonElement> GetAsync() => Client.GetJsonAsync(Path);

    protected async Task<JsonElement> AddAsync(string text)
    {
        using var added = await Client.AskAsync(
            "POST", $"{Path}/notes", JsonSerializer.Serialize(new Dictionary<string, string> { ["text"] = text }));
        var json = await added.Content.ReadAsStringAsync();
        Assert.True((int)added.StatusCode == 201, json);
        return JsonDocument.Parse(json).RootElement;
    }

    protected Task<JsonElement> NameAsync(string name, string meaning) => Client.AskForJsonAsync("PUT", $"{Path}/names/{name}", meaning);

    protected Task<string> ReadAsync(string address) => Client.GetStringAsync(new Uri($"{Emulator}/memory/{address}", UriKind.Relative));

    protected async Task DeleteAsync(string path)
    {
        using var deleted = await Client.AskAsync("DELETE", path);
        Assert.Equal(204, (int)deleted.StatusCode);
    }

    /// <summary>Writes the file of the game.</summary>
    protected async Task WriteAsync(string text)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(File)!);
        await System.IO.File.WriteAllTextAsync(File, text);
    }
}
