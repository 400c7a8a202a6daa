using System.Globalization;
using System.Text.Json;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Vectors;

/// <summary>A bridge on which tests create vectors, with a folder of its own.</summary>
public sealed class VectorBridge : IAsyncLifetime
{
    /// <summary>Tokens of bridges that tests start with these settings and more.</summary>
    public const string Admin = "admin-token-of-vectors", Reader = "reader-token-of-vectors", Narrow = "narrow-token-of-vectors";

    private readonly OnDemandBridge _folders = new();
    private BridgeHost? _bridge;

    public HttpClient Client => _bridge!.Client;

    /// <summary>Gets the settings of a bridge with room for many vectors.</summary>
    public (string Name, string Value)[] Settings => [.. _folders.Settings, ("Bridge:OnDemand:Max", "64"), ("Bridge:OnDemand:Warm", "0")];

    /// <summary>Gets the names of the vectors that have a folder.</summary>
    public string[] Folders => Directory.Exists(FileOf("", ""))
        ? [.. Directory.EnumerateDirectories(FileOf("", "")).Select(folder => Path.GetFileName(folder)!)] : [];

    public async ValueTask InitializeAsync()
    {
        await HostProgram.BuildAsync();
        _bridge = new BridgeHost(Settings);
    }

    public async ValueTask DisposeAsync()
    {
        await _bridge!.DisposeAsync();
        DeleteAll();
    }

    /// <summary>Ends the vectors of a bridge that was killed, and deletes the folders.</summary>
    public void DeleteAll() => _folders.DeleteAll();

    /// <summary>Returns the path of a file in a vector's folder.</summary>
    public string FileOf(string name, string file) => Path.Combine(_folders.Folder, ".vectors", name, file);

    /// <summary>Returns the processes of all vectors and emulators.</summary>
    public int[] Processes() => _folders.Processes();

    /// <summary>Creates a vector, and returns the response.</summary>
    public static async Task<JsonElement> CreateAsync(HttpClient client, string body)
    {
        using var response = await client.AskAsync("POST", "/vectors", body);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 201, $"{(int)response.StatusCode}: {text}");
        var created = JsonDocument.Parse(text).RootElement;
        Assert.Equal(response.Headers.Location!.ToString(), created.GetProperty("url").GetString());
        return created;
    }

    /// <summary>Creates a vector of the button-test ROM with these JSON members, and returns its path.</summary>
    public async Task<string> CreateAsync(string members) =>
        (await CreateAsync(Client, $$"""{"rom": "buttontest.gba", {{members}}}""")).GetProperty("url").GetString()!;

    /// <summary>Returns the binary response to a step or a reset.</summary>
    public async Task<byte[]> BytesAsync(string path, string body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = new StringContent(body, null, "application/json") };
        request.Headers.Add("Accept", "application/octet-stream");
        using var response = await Client.SendAsync(request);
        Assert.Equal(200, (int)response.StatusCode);
        return await response.Content.ReadAsByteArrayAsync();
    }

    /// <summary>Returns the results of a step.</summary>
    public async Task<JsonElement[]> StepAsync(string path, string body = "{}") =>
        [.. (await Client.AskForJsonAsync("POST", $"{path}/step", body)).GetProperty("results").EnumerateArray()];

    /// <summary>Returns status, frame and values of results, like "0 4 [1]"; docs/protocol/vectors.md has the statuses.</summary>
    public static string[] SeenIn(IEnumerable<JsonElement> results) => [.. results.Select(result =>
        $"{result.GetProperty("status")} {result.GetProperty("frame")} {result.GetProperty("values")}")];

    /// <summary>Returns the process of a vector, from the path of its memory: /proc/PROCESS/fd/NUMBER.</summary>
    public static int ProcessOf(JsonElement vector) =>
        int.Parse(vector.GetProperty("block").GetProperty("path").GetString()!.Split('/')[2], CultureInfo.InvariantCulture);

    /// <summary>Returns the processes of a vector's games.</summary>
    public static int[] GamesOf(int process) =>
        [.. File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task/{process}/children"))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(id => int.Parse(id, CultureInfo.InvariantCulture))];
}
