using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Bridge.EndToEnd.Tests.MgbaHttp;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.Http.Schemas;
using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Games;

namespace Bridge.EndToEnd.Tests.Documentation;

/// <summary>Sends the example of each operation of the OpenAPI document to a bridge with a real game.</summary>
public sealed class OpenApiExampleTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>
{
    private const string Movie = "/emulators/default/movies/my-run";

    // The GBA's register of the video mode: the ROM's bitmap (mode 4, background 2), and tiles (mode 0, background 0).
    private const string VideoMode = "0x04000000";
    private const int Bitmap = 0x0404;
    private const int Tiles = 0x0100;

    // Things whose id is only known once they are made, and the body of the request that makes one.
    private static readonly (string Things, string Body)[] Made =
    [
        ("clips", """{"seconds": 0.1, "wait": true}"""), ("tickets", """{"for": "screen"}"""),
        ("breakpoints", """{"address": "0x02000000", "on": "write"}"""),
    ];

    private static readonly ZooFile ButtonTest =
        new("buttontest.gba", File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "buttontest.gba")));

    [Fact]
    public async Task Every_operation_answers_its_own_examples_with_success()
    {
        var operations = await OpenApiOperation.ReadAsync(game.Client);
        Assert.True(operations.Count > 10);
        var described = (await ApiDocument.ReadAsync(game.Client)).Operations.ToDictionary(operation => operation.Name);
        var recorder = new ResponseRecorder();
        await using var created = new CreatedEmulators(game.Client);
        foreach (var operation in operations)
        {
            // Some operations delete or load the example state, or use the first watch.
            await game.Client.PutAsync("/emulators/default/states/before-boss", null);
            await game.Client.PostAsync("/emulators/default/slots/1/save", null);
            var url = operation.ExampleUrl;
            // The sequence is queued first, and its id replaces the one of the example.
            if (operation.Path.EndsWith("/sequence/{id}", StringComparison.Ordinal))
                url = url.Replace("/sequence/1", $"/sequence/{await QueueAsync()}", StringComparison.Ordinal);
            foreach (var (things, body) in Made.Where(each => operation.Path.Contains($"/{each.Things}/{{id}}", StringComparison.Ordinal)))
                url = Regex.Replace(url, $"(?<=/{things}/)[0-9a-f]+", await MakeAsync(things, body));
            // Only a created emulator can be ended or has a lease.
            if (operation.Name is "EndEmulator" or "SetLease")
                url = url.Replace("/emulators/default", await CreateAsync(), StringComparison.Ordinal);
            if (operation.Path.Contains("/vectors/{vector}", StringComparison.Ordinal))
                await CreateVectorAsync();
            // Stepping and releasing need a held game.
            if (operation.Name is "StepGame" or "StepEmulators" or "ReleaseGame")
                await game.Client.PostAsync("/emulators/default/frames/hold", null);
            if (operation.Name is "ContinueGame" or "StepInstructions")
                await game.Client.PostAsync("/emulators/default/breakpoints/stop", null);
            // A loaded game has no past yet.
            if (operation.Name is "RewindGame" or "GetLastWriter" or "GetCoverage" or "GetTrace")
                await game.PlayOnAsync(120);
            if (operation.Name == "ReplayState")
                await SaveWithParentAsync();
            await PrepareMovieAsync(operation.Name);
            // The picture of the ROM is a bitmap; the maps are of tiles.
            var needsTiles = operation.Name is "GetTileMap" or "ReadText";
            if (needsTiles)
                await game.WriteAsync(VideoMode, Tiles);
            var hasSensors = operation.Name is "GetSensors" or "SetSensors";
            if (hasSensors)
                await PlayAsync(SensorGames.Tilt);
            if (operation.Name == "DeleteCheat")
                await game.Client.AskAsync("PUT", "/emulators/default/cheats/infinite-lives", """{"lines": ["82000300 0063"]}""");
            if (operation.Name == "ReadStructure")
                await StoreTypesAsync(operations);
            if (operation.Name is "DeleteNotebookNote" or "DeleteNotebookName")
                await KeepNotebookAsync(operations);
            if (operation.Name == "GetWatch")
                await game.Client.AskAsync("POST", "/emulators/default/watches", """{"address": "0"}""");
            using var response = operation.Name == "CoreLoadStateBuffer" ? await LoadSavedTextAsync(url)
                : operation.Name == "EchoBody" ? await game.Client.PostAsync(url, new StringContent("hello"))
                : operation.Name is "StoreMovie" or "VerifyMovie" ? await SendMovieAsync(operation.Method, url)
                : operation.Name == "ImportWatches" ? await ImportAsync(url)
                : operation.Name == "StoreSymbols" ? await StoreSymbolsAsync(url)
                : operation.Name == "ImportCheats" ? await ImportCheatsAsync(url)
                : operation.NeedsBytes ? await SavedState.PutAsync(game.Client, (await SavedState.GetAsync(game.Client)).Bytes, url)
                // A stream has no end, so the test reads only its beginning.
                : await game.Client.AskAsync(operation.Method, url, operation.ExampleBody, HttpCompletionOption.ResponseHeadersRead);
            if (!response.IsSuccessStatusCode)
                Assert.Fail($"{operation.Name}: {(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");
            if (await described[operation.Name].MistakeAsync(response) is { } mistake)
                Assert.Fail($"{operation.Name}: {mistake}");
            await recorder.RecordAsync(operation.Name, response);
            if (needsTiles)
                await game.WriteAsync(VideoMode, Bitmap);
            if (hasSensors)
                await PlayAsync(ButtonTest);
            if (operation.Name is "StepGame" or "StepEmulators" or "HoldGame")
                await game.Client.DeleteAsync("/emulators/default/frames/hold");
            if (operation.Name is "StopGame" or "StepInstructions" or "RunUntil")
                await game.Client.PostAsync("/emulators/default/breakpoints/continue", null);
            // The example of one operation may hold a button that the next one presses.
            await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        }

        await recorder.SaveAsync();
    }

    // Creates the vector of the examples, unless it is there. Ends all others, because their games take places of emulators.
    private async Task CreateVectorAsync()
    {
        foreach (var vector in (await game.Client.GetJsonAsync("/vectors")).GetProperty("vectors").EnumerateArray())
        {
            if (vector.GetProperty("name").GetString() != "maze")
                await game.Client.DeleteAsync(vector.GetProperty("url").GetString());
        }

        using var created = await game.Client.AskAsync("POST", "/vectors",
            """{"rom": "buttontest.gba", "count": 2, "name": "maze", "picture": {"width": 4, "height": 4}}""");
        Assert.True((int)created.StatusCode is 201 or 409, await created.Content.ReadAsStringAsync());
    }

    // The button-test game has no sensors.
    private async Task PlayAsync(ZooFile rom)
    {
        rom.WriteTo(game.RomFolder);
        await game.Game.LoadRomAsync(rom.Name);
        await game.PlaysAsync();
    }

    // Replaying a state starts from the state that was saved before it.
    private async Task SaveWithParentAsync()
    {
        await game.Client.PutAsync("/emulators/default/states/camp", null);
        await game.PlayOnAsync(30);
        await game.Client.PutAsync("/emulators/default/states/before-boss", null);
    }

    // Writes the movie that the examples read, play, stop or delete.
    private async Task PrepareMovieAsync(string operation)
    {
        if (!operation.EndsWith("Movie", StringComparison.Ordinal))
            return;
        await game.PlayOnAsync(120);
        using var written = await game.Client.AskAsync("POST", Movie, operation == "StopMovie" ? """{"start": "now"}""" : null);
        Assert.True(written.IsSuccessStatusCode, await written.Content.ReadAsStringAsync());
        await game.PlayOnAsync(120);
    }

    private async Task<HttpResponseMessage> SendMovieAsync(string method, string url)
    {
        using var movie = new ByteArrayContent(await game.Client.GetByteArrayAsync(Movie));
        movie.Headers.ContentType = new("application/octet-stream");
        using var request = new HttpRequestMessage(new HttpMethod(method), url) { Content = movie };
        return await game.Client.SendAsync(request);
    }

    private async Task<HttpResponseMessage> ImportAsync(string url)
    {
        using var list = new ByteArrayContent(
            "SystemID GBA\n20\tw\tu\t0\tEWRAM\tpresses of A\n24\tw\tu\t1\tEWRAM\tpresses of Select\n"u8.ToArray());
        list.Headers.ContentType = new("application/octet-stream");
        return await game.Client.PostAsync(url, list);
    }

    private async Task<HttpResponseMessage> ImportCheatsAsync(string url)
    {
        using var file = new ByteArrayContent("# infinite-lives\n82000300 0063\n!disabled\n# all items\n020003F0:FF\n"u8.ToArray());
        file.Headers.ContentType = new("application/octet-stream");
        return await game.Client.PostAsync(url, file);
    }

    private async Task<HttpResponseMessage> StoreSymbolsAsync(string url)
    {
        using var file = new ByteArrayContent("02000000 gCounters,60\n02000020 gPresses,20\n02000200 gFree,100\n"u8.ToArray());
        file.Headers.ContentType = new("application/octet-stream");
        return await game.Client.PutAsync(url, file);
    }

    // Reading a structure needs its type, which the example of StoreTypes has, and its symbol.
    private async Task StoreTypesAsync(IReadOnlyList<OpenApiOperation> operations)
    {
        using var symbols = await StoreSymbolsAsync("/emulators/default/symbols");
        var types = operations.Single(operation => operation.Name == "StoreTypes");
        using var stored = await game.Client.AskAsync(types.Method, types.ExampleUrl, types.ExampleBody);
    }

    // Imports the example of ImportNotebook, which has the note and the name that the examples of removal remove.
    private async Task KeepNotebookAsync(IReadOnlyList<OpenApiOperation> operations)
    {
        var import = operations.Single(operation => operation.Name == "ImportNotebook");
        using var kept = await game.Client.AskAsync(import.Method, import.ExampleUrl, import.ExampleBody);
        Assert.True(kept.IsSuccessStatusCode);
    }

    private async Task<string> MakeAsync(string things, string body)
    {
        using var response = await game.Client.AskAsync("POST", $"/emulators/default/{things}", body);
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("id").ToString();
    }

    private async Task<long> QueueAsync()
    {
        using var response = await game.Client.AskAsync("POST", "/emulators/default/buttons/sequence",
            """{"steps": [{"wait": 36000}], "wait": false}""");
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("id").GetInt64();
    }

    private async Task<string> CreateAsync()
    {
        using var response = await game.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba"}""");
        return response.Headers.Location!.ToString();
    }

    // Loads a state that was just saved: as text, a state is too long for an example.
    private async Task<HttpResponseMessage> LoadSavedTextAsync(string url)
    {
        using var text = new StringContent(await game.AskAsync("POST", "/core/savestatebuffer"), Encoding.UTF8, "text/plain");
        return await game.Client.PostAsync(url, text);
    }

    // Ends what the examples have created: with their leases they would outlive a bridge that is killed.
    private sealed class CreatedEmulators(HttpClient client) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            foreach (var name in await NamesAsync())
                await client.DeleteAsync($"/emulators/{name}");
        }

        private async Task<string[]> NamesAsync()
        {
            using var list = JsonDocument.Parse(await client.GetStringAsync("/emulators"));
            return [.. list.RootElement.GetProperty("emulators").EnumerateArray()
                .Select(emulator => emulator.GetProperty("name").GetString()!).Where(name => name != "default")];
        }
    }
}
