using System.Collections.Concurrent;
using System.Text.Json;
using Bridge.EndToEnd.Tests.MgbaHttp;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>
/// Invalid names for every parameter that names a file: nothing outside the bridge's folders is read, written or disclosed.
/// </summary>
public sealed class TraversalTests(MgbaHttpGame game) : IClassFixture<MgbaHttpGame>, IDisposable
{
    private const string Secret = "this must not be told";

    // Operations that write a file.
    private static readonly string[] Writers = ["CoreSaveStateFile", "CoreScreenshot"];

    private Uri Address => game.Client.BaseAddress!;

    private string Outside => Path.GetDirectoryName(game.RomFolder)!;

    public void Dispose() => File.Delete(Path.Combine(Outside, "secret.gba"));

    [Fact]
    public void There_are_200_names() => Assert.True(TraversalNames.All.Count >= 200, $"{TraversalNames.All.Count}");

    [Fact]
    public async Task No_state_or_ROM_name_is_used_as_a_path()
    {
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(0, () => StaysInsideAsync(
            [
                .. TraversalNames.All.SelectMany(name => new (string, string, string?)[]
                {
                    ("GET", $"/emulators/default/states/{Uri.EscapeDataString(name)}", null),
                    ("PUT", $"/emulators/default/states/{Uri.EscapeDataString(name)}", null),
                    ("DELETE", $"/emulators/default/states/{Uri.EscapeDataString(name)}", null),
                    ("POST", $"/emulators/default/states/{Uri.EscapeDataString(name)}/load", null),
                    ("POST", "/emulators/default/rom", $$"""{"name": {{JsonSerializer.Serialize(name)}}}"""),
                }),
            ],
            // A path that ends in dots is another path, which may be valid.
            (method, target, status) => status is 400 or 404
                || (target.Contains("states/.", StringComparison.Ordinal)
                    && (status == 405 || (method, status) is ("GET", 200) or ("DELETE", 409)))));
    }

    [Fact]
    public async Task No_file_path_leads_out_of_the_folder()
    {
        var routes = (await OpenApiOperation.ReadAsync(game.Client))
            .Where(operation => operation.ExampleUrl.Contains("path=", StringComparison.Ordinal)).ToArray();
        Assert.True(routes.Length >= 6);
        // Read operations first: the files that write operations create stay there under their odd names.
        await AskAsync([.. routes.Where(route => !Writers.Contains(route.Name))], status => status is 400 or 404);
        await AskAsync([.. routes.Where(route => Writers.Contains(route.Name))], status => status is 400 or 404 or 200);

        Task AskAsync(OpenApiOperation[] those, Func<int, bool> isExpected) => StaysInsideAsync(
            [
                .. from name in TraversalNames.All
                   from route in those
                   select (route.Method,
                       $"{route.Path}?path={Uri.EscapeDataString(name)}{(route.Name == "CoreLoadSaveFile" ? "&temporary=true" : "")}",
                       (string?)null),
            ],
            (_, _, status) => isExpected(status));
    }

    /// <summary>
    /// Other values that are looked up by name: emulators, domains, registers, ids and slots; and the state in which a turn begins.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_other_name_is_used_as_a_path(bool isOfTheScript)
    {
        string[] named = ["emulator", "id", "slot", "name", "domain", "memoryDomain", "regName"];
        (string Method, string Target, string? Json)[] requests =
        [
            .. from operation in await OpenApiOperation.ReadAsync(game.Client)
               // ListSymbols only compares the domain with those of the symbols.
               where !operation.NeedsBytes && operation.Name != "ListSymbols"
               // The names of cheats and of addresses are texts of the game, and none of its files.
               where !operation.Path.Contains("/cheats/", StringComparison.Ordinal)
                   && !operation.Path.Contains("/notebook/names/", StringComparison.Ordinal)
               from parameter in operation.ParameterNames.Where(named.Contains)
               where isOfTheScript == (parameter is "domain" or "memoryDomain" or "regName"
                   || (parameter == "name" && operation.Path.Contains("/registers/", StringComparison.Ordinal)))
               from name in TraversalNames.All
               // A path with these characters is another path, which may have an effect.
               where isOfTheScript || name is not ("." or "..")
               select (operation.Method, operation.UrlWith(parameter, Uri.EscapeDataString(name)), operation.ExampleBody),
            .. !isOfTheScript ? TraversalNames.All.Select(name =>
                ("POST", "/emulators/default/act", (string?)$$"""{"state": {{JsonSerializer.Serialize(name)}}}""")) : [],
        ];
        Assert.True(requests.Length >= 200 * 10, $"{requests.Length}");
        await using var counter = new CommandCounter(game.Emulator);
        // Only the script knows the domains and registers, so names of these reach it as commands, which it refuses.
        if (isOfTheScript)
            await AskAsync();
        else
            await counter.CountsAsync(0, AskAsync);

        async Task AskAsync()
        {
            var wrong = new ConcurrentQueue<string>();
            await Parallel.ForEachAsync(requests.Chunk(1000), async (chunk, _) =>
            {
                var answers = await RawHttp.AskAllAsync(Address, chunk);
                foreach (var ((method, target, _), (status, text)) in chunk.Zip(answers))
                {
                    // A path with dots is another path, which may be valid.
                    var isOther = target.Split('?')[0].Split('/').Any(part => part is "." or "..");
                    if (!(status is 400 or 404 || (isOther && status is 200 or 204 or 405))
                        || text.Contains(Outside, StringComparison.Ordinal))
                        wrong.Enqueue($"{method} {target}: {text[..Math.Min(text.Length, 300)]}");
                }
            });
            Assert.True(wrong.IsEmpty, $"{wrong.Count}\n{string.Join("\n\n", wrong.Take(20))}");
        }
    }

    private async Task StaysInsideAsync((string Method, string Target, string? Json)[] requests, Func<string, string, int, bool> isExpected)
    {
        await File.WriteAllTextAsync(Path.Combine(Outside, "secret.gba"), Secret);
        var before = Listing();
        var wrong = new ConcurrentQueue<string>();
        await Parallel.ForEachAsync(requests, async (request, _) =>
        {
            var (status, text) = await RawHttp.AskAsync(Address, request.Method, request.Target, request.Json);
            if (!isExpected(request.Method, request.Target, status) || text.Contains(Secret, StringComparison.Ordinal)
                || text.Contains(Outside, StringComparison.Ordinal))
                wrong.Enqueue($"{request.Method} {request.Target} {request.Json}: {text[..Math.Min(text.Length, 400)]}");
        });
        Assert.True(wrong.IsEmpty, string.Join("\n\n", wrong.Take(20)));
        Assert.Equal(before, Listing());
        Assert.Equal(Secret, await File.ReadAllTextAsync(Path.Combine(Outside, "secret.gba")));
    }

    // Everything outside the folder that file routes may write to.
    private string[] Listing() => [.. Directory.EnumerateFileSystemEntries(Outside, "*", SearchOption.AllDirectories)
        .Where(path => !path.StartsWith(game.FileFolder + "/", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];
}
