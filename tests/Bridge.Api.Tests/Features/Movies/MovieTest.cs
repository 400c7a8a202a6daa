using System.Net.Http.Headers;
using System.Text.Json;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Tests.Features.Movies;

/// <summary>A bridge with a script that the test plays, for tests of movies.</summary>
public abstract class MovieTest : FakedBridge
{
    private readonly DirectoryInfo _folder;

    protected MovieTest() : this(Directory.CreateTempSubdirectory("bridge-movies-"))
    {
    }

    private MovieTest(DirectoryInfo folder) : base(
        ("Bridge:Movies:Folder", Path.Combine(folder.FullName, "movies")), ("Bridge:StateFolder", Path.Combine(folder.FullName, "states")),
        // A busy machine must not look like a paused emulator.
        ("Bridge:Emulators:default:PausedAfter", "00:00:10"))
        => _folder = folder;

    protected const string Emulator = "/emulators/default";

    /// <summary>Gets the game that the script says it has.</summary>
    private protected static readonly MovieGame FakeGame =
        new("1.0.0", "0.10", "GBA", "1a2b3c4d", "AGB", "BUTTONTEST", "ABTE", Rom: null) { SeesOpposing = false };

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Shell.Delete(_folder);
        GC.SuppressFinalize(this);
    }

    /// <summary>Stores a file as the movie <c>a</c>; the response must have this status.</summary>
    /// <returns>The response, with unescaped quotes.</returns>
    protected async Task<string> StoreAsync(byte[] bytes, int status)
    {
        using var content = new ByteArrayContent(bytes);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        using var request = new HttpRequestMessage(HttpMethod.Put, $"{Emulator}/movies/a") { Content = content };
        // A body that is too large is refused before it is sent.
        request.Headers.ExpectContinue = bytes.Length > 1 << 20;
        using var response = await Client.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(status == (int)response.StatusCode, text);
        return text.Replace("\\u0022", "\"", StringComparison.Ordinal);
    }

    /// <summary>Sends a request, which must be refused with these words.</summary>
    protected async Task RefusesAsync(string method, string path, string? body, int status, string anchor, string words) =>
        await AssertRefusedAsync(Client.AskAsync(method, Emulator + path, body), status, anchor, words);

    protected static async Task AssertRefusedAsync(Task<HttpResponseMessage> asked, int status, string anchor, string words)
    {
        using var response = await asked;
        var (got, problem, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((status, anchor), (got, problem));
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    /// <summary>Answers the next request for the history with its first, present and last frame.</summary>
    protected async Task AnswerHistoryAsync(string from, string now, string to) =>
        await (await Fake.NextRequestAsync("history")).ReplyAsync("ok", [from, now, to, "100", "", ""], []);

    protected static async Task<JsonElement> JsonOfAsync(HttpResponseMessage response) =>
        JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
}
