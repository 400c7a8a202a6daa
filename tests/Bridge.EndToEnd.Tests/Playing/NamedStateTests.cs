using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Named states: their names, their files in the bridge's folder, and their limits.</summary>
public sealed class NamedStateTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private const string States = "/emulators/default/states";

    private HttpClient Client => game.Client;

    // The folder of the game's states; its name ends in the ROM's checksum.
    private string Folder => Assert.Single(Directory.GetDirectories(Path.Combine(game.StateFolder, "default"), "BUTTONTEST-*"));

    /// <summary>Deletes all states, so that each test begins without any.</summary>
    public async ValueTask InitializeAsync()
    {
        foreach (var name in await NamesAsync())
            await Client.DeleteAsync($"{States}/{name}");
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task A_state_is_saved_listed_loaded_and_deleted_by_its_name()
    {
        await game.WriteAsync("0x02000300", 21, "u8");
        using (var created = await Client.PutAsync($"{States}/Before_boss-1.0", null))
        {
            Assert.Equal(201, (int)created.StatusCode);
            Assert.Equal($"{States}/Before_boss-1.0", created.Headers.Location?.ToString());
            var saved = JsonDocument.Parse(await created.Content.ReadAsStringAsync()).RootElement;
            Assert.True(saved.GetProperty("size").GetInt64() > SavedState.MachineBytes);
            Assert.True(saved.GetProperty("frame").GetInt64() > 0);
        }

        await game.WriteAsync("0x02000300", 22, "u8");
        // Names are case-insensitive.
        var loaded = await Client.AskForJsonAsync("POST", $"{States}/before_BOSS-1.0/load");
        Assert.Equal(21, await game.ReadAsync("0x02000300", "u8"));
        Assert.True(loaded.GetProperty("frame").GetInt64() > 0);

        using (var replaced = await Client.PutAsync($"{States}/BEFORE_boss-1.0", null))
            Assert.Equal(200, (int)replaced.StatusCode);
        Assert.Equal(["Before_boss-1.0"], await NamesAsync());
        var bytes = await Client.GetByteArrayAsync($"{States}/Before_boss-1.0");
        using (var put = await SavedState.PutAsync(Client, bytes))
            Assert.Equal(200, (int)put.StatusCode);

        using (var deleted = await Client.DeleteAsync($"{States}/before_boss-1.0"))
            Assert.Equal(204, (int)deleted.StatusCode);
        Assert.Empty(await NamesAsync());
        Assert.Empty(Directory.GetFiles(Folder));
        foreach (var (method, path) in (IEnumerable<(string, string)>)[("GET", ""), ("POST", "/load"), ("DELETE", "")])
            await RefusedAsync(method, $"{States}/before_boss-1.0{path}", 404, "unknown-state");
    }

    [Fact]
    public async Task Uploaded_bytes_are_stored_and_validated_when_they_are_loaded()
    {
        var state = await SavedState.GetAsync(Client);
        using (var kept = await SavedState.PutAsync(Client, state.Bytes, $"{States}/sent"))
        {
            Assert.Equal(201, (int)kept.StatusCode);
            Assert.Equal(JsonValueKind.Null,
                JsonDocument.Parse(await kept.Content.ReadAsStringAsync()).RootElement.GetProperty("frame").ValueKind);
        }

        Assert.Equal(state.Bytes, await Client.GetByteArrayAsync($"{States}/sent"));
        Assert.Equal(state.Frame, (await Client.AskForJsonAsync("POST", $"{States}/sent/load")).GetProperty("frame").GetInt64());

        using (await SavedState.PutAsync(Client, state.Bytes[..^1], $"{States}/sent"))
        {
            // Replaced by a damaged state.
        }

        await RefusedAsync("POST", $"{States}/sent/load", 422, "refused-state");
        using var empty = await SavedState.PutAsync(Client, [], $"{States}/sent");
        Assert.Equal((400, "invalid-body"), Short(await RunningGame.RefusalAsync(empty)));
        using (var max = await SavedState.PutAsync(Client, new byte[2 * 1024 * 1024], $"{States}/large"))
            Assert.Equal(201, (int)max.StatusCode);
        foreach (var name in (string[])["sent", "large"])
            await Client.DeleteAsync($"{States}/{name}");
    }

    [Theory]
    [InlineData("...")]
    [InlineData("%2e%2e%2fevil")]
    [InlineData("..%5cevil")]
    [InlineData("%2fetc%2fpasswd")]
    [InlineData("a%2fb")]
    [InlineData("a%5cb")]
    [InlineData("C:evil")]
    [InlineData("a:b")]
    [InlineData(".hidden")]
    [InlineData("trailing.")]
    [InlineData("trailing%20")]
    [InlineData("%20leading")]
    [InlineData("a%00b")]
    [InlineData("line%0abreak")]
    [InlineData("end%0a")]
    [InlineData("ümlaut")]
    [InlineData("a*")]
    [InlineData("a%3fb")]
    [InlineData("CON")]
    [InlineData("con")]
    [InlineData("nul.txt")]
    [InlineData("COM1")]
    [InlineData("lpt9.state")]
    [InlineData("Aux")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
    public async Task An_invalid_name_is_refused_and_nothing_is_written(string name)
    {
        await Client.PutAsync($"{States}/stays", null);
        var before = Directory.GetFileSystemEntries(game.StateFolder, "*", SearchOption.AllDirectories).Order().ToArray();
        foreach (var (method, path) in (IEnumerable<(string, string)>)[("PUT", ""), ("GET", ""), ("DELETE", ""), ("POST", "/load")])
        {
            using var response = await Client.AskAsync(method, $"{States}/{name}{path}");
            // HTTP itself refuses some of these names, or treats them as paths.
            var text = await response.Content.ReadAsStringAsync();
            Assert.True((int)response.StatusCode is 400 or 404 or 405, $"{method} {name}: {(int)response.StatusCode} {text}");
            Assert.DoesNotContain(game.StateFolder, text, StringComparison.Ordinal);
        }

        Assert.Equal(before, Directory.GetFileSystemEntries(game.StateFolder, "*", SearchOption.AllDirectories).Order());
    }

    [Fact]
    public async Task A_link_in_the_folder_is_not_followed()
    {
        await Client.PutAsync($"{States}/stays", null);
        var secret = Path.Combine(game.RomFolder, "buttontest.gba");
        var before = await File.ReadAllBytesAsync(secret);
        var link = Path.Combine(Folder, "link.state");
        File.CreateSymbolicLink(link, secret);
        Directory.CreateDirectory(Path.Combine(Folder, "folder.state"));
        try
        {
            Assert.DoesNotContain("link", await NamesAsync());
            foreach (var name in (string[])["link", "folder"])
            {
                foreach (var (method, path) in (IEnumerable<(string, string)>)[("PUT", ""), ("GET", ""), ("DELETE", ""), ("POST", "/load")])
                    await RefusedAsync(method, $"{States}/{name}{path}", 500, "storage-failed");
            }

            Assert.Equal(before, await File.ReadAllBytesAsync(secret));
        }
        finally
        {
            File.Delete(link);
            Directory.Delete(Path.Combine(Folder, "folder.state"));
        }
    }

    [Fact]
    public async Task A_game_has_at_most_256_states_even_with_concurrent_requests()
    {
        var state = new byte[] { 1, 2, 3 };
        var answers = await Task.WhenAll(Enumerable.Range(0, 270).Select(async i =>
        {
            using var response = await SavedState.PutAsync(Client, state, $"{States}/many-{i}");
            return (int)response.StatusCode;
        }));
        var names = await NamesAsync();
        Assert.Equal(256, names.Count);
        Assert.All(answers, answer => Assert.True(answer is 201 or 409, $"{answer}"));
        using (var beyond = await SavedState.PutAsync(Client, state, $"{States}/beyond"))
            Assert.Equal((409, "too-many-states"), Short(await RunningGame.RefusalAsync(beyond)));
        // Replacing an existing file is still possible.
        using (var over = await SavedState.PutAsync(Client, state, $"{States}/{names[0]}"))
            Assert.Equal(200, (int)over.StatusCode);
        await Task.WhenAll(names.Select(name => Client.DeleteAsync($"{States}/{name}")));
        Assert.Empty(await NamesAsync());
    }

    [Fact]
    public async Task The_remains_of_an_interrupted_write_are_not_a_state_and_are_deleted()
    {
        await Client.PutAsync($"{States}/stays", null);
        var left = Path.Combine(Folder, ".left.tmp");
        await File.WriteAllBytesAsync(left, [1]);
        Assert.Contains("stays", await NamesAsync());
        // Only an old one can't belong to a write in progress.
        File.SetLastWriteTimeUtc(left, DateTime.UnixEpoch);
        await Client.PutAsync($"{States}/stays", null);
        Assert.False(File.Exists(left));
        await Client.DeleteAsync($"{States}/stays");
    }

    private async Task<IReadOnlyList<string>> NamesAsync() =>
        [.. (await Client.GetJsonAsync(States)).GetProperty("states").EnumerateArray()
            .Select(state => state.GetProperty("name").GetString()!)];

    private async Task RefusedAsync(string method, string path, int status, string anchor)
    {
        using var response = await Client.AskAsync(method, path);
        var problem = await RunningGame.RefusalAsync(response);
        Assert.Equal((status, anchor), Short(problem));
        Assert.DoesNotContain(game.StateFolder, problem.Detail, StringComparison.Ordinal);
    }

    private static (int Status, string Anchor) Short((int Status, string Anchor, string Detail) problem) =>
        (problem.Status, problem.Anchor);
}
