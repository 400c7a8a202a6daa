using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.Api.Tests.Features.Symbols;

/// <summary>A bridge with a folder of symbols, whose emulator has the number 7 everywhere.</summary>
public abstract class SymbolTest : FakedBridge
{
    protected const string Emulator = "/emulators/default";
    protected const string Symbols = $"{Emulator}/symbols";

    protected SymbolTest()
        : this(Directory.CreateTempSubdirectory("bridge-symbols-"))
    {
    }

    private SymbolTest(DirectoryInfo folder)
        : base(("Bridge:Symbols:Folder", folder.FullName)) => Folder = folder;

    protected DirectoryInfo Folder { get; }

    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = async request =>
        {
            if (request.Command is not ("memory.get" or "memory.set"))
                return false;
            string[] where = request.Arguments[0].StartsWith('[') ? ["33554440"] : [];
            await request.ReplyAsync(request.Command == "memory.get" ? ["7", .. where] : where);
            return true;
        };
        await base.InitializeAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await base.DisposeAsync();
        Folder.Delete(recursive: true);
    }

    protected Task WriteAsync(string name, string text) => File.WriteAllTextAsync(Path.Combine(Folder.FullName, name), text);

    /// <summary>Changes facts of the game, like <c>crc32=…</c>.</summary>
    protected void Play(params string[] facts) => Fake.Facts =
        [.. Fake.Facts.Select(known => Array.Find(facts, fact => fact.Split('=')[0] == known.Split('=')[0]) ?? known)];

    protected Task<HttpResponseMessage> PutAsync(string text) => PutAsync(Encoding.UTF8.GetBytes(text));

    protected async Task<HttpResponseMessage> PutAsync(byte[] file)
    {
        using var content = new ByteArrayContent(file) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        return await Client.PutAsync(new Uri(Symbols, UriKind.Relative), content);
    }

    /// <summary>Stores symbols and returns the response.</summary>
    protected async Task<string> StoreAsync(string text)
    {
        using var response = await PutAsync(text);
        return await response.Content.ReadAsStringAsync();
    }

    /// <summary>Returns the problem of a refused file.</summary>
    protected async Task<ProblemResponse> RefusedAsync(string text)
    {
        using var response = await PutAsync(text);
        return await ProblemResponse.ReadAsync(response);
    }

    protected Task<JsonElement> ListAsync(string query = "") => Client.GetJsonAsync(Symbols + query);

    protected Task<string> ReadAsync(string address) => Client.GetStringAsync(new Uri($"{Emulator}/memory/{address}", UriKind.Relative));

    protected async Task<ProblemResponse> RefusedReadAsync(string address)
    {
        using var response = await Client.AskAsync("GET", $"{Emulator}/memory/{address}");
        return await ProblemResponse.ReadAsync(response);
    }
}
