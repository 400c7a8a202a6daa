using System.Net.Http.Headers;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of stored files.</summary>
internal static class StorageLimits
{
    private const string E = LimitProbe.Emulator;

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["named states of a game"] = StatesAsync,
        ["letters of a state's name"] = NameAsync,
        ["files in the file folder"] = FilesAsync,
        // A path of any length to a file that isn't there: "./" again and again, and a name of 9 or 10 letters.
        ["letters of a file's path"] = probe => probe.RequestAsync("POST",
            n => $"/core/loadsavefile?temporary=true&path={string.Concat(Enumerable.Repeat("./", (int)(n - 9) / 2))}"
                + (n % 2 == 1 ? "save1.sav" : "save10.sav"), atMost: 404),
    };

    private static async Task StatesAsync(LimitProbe probe)
    {
        using var one = new ByteArrayContent([1]) { Headers = { ContentType = new MediaTypeHeaderValue("application/octet-stream") } };
        for (var i = 0; i <= probe.Max; i++)
        {
            using var response = await probe.Client.PutAsync($"{E}/states/limit-{i}", one);
            Assert.Equal(i < probe.Max ? 201 : probe.Past, (int)response.StatusCode);
        }

        // Replacing an existing file is allowed.
        await probe.TakesAsync("PUT", $"{E}/states/limit-0");
        Directory.Delete(probe.Game.StateFolder, recursive: true);
    }

    private static async Task NameAsync(LimitProbe probe)
    {
        await probe.RequestAsync("PUT", n => $"{E}/states/{new string('n', (int)n)}");
        await probe.TakesAsync("DELETE", $"{E}/states/{new string('n', (int)probe.Max)}");
    }

    private static async Task FilesAsync(LimitProbe probe)
    {
        var folder = Directory.CreateDirectory(Path.Combine(probe.Game.FileFolder, "many"));
        try
        {
            for (var i = Directory.GetFiles(probe.Game.FileFolder).Length; i < probe.Max - 1; i++)
                await File.WriteAllTextAsync(Path.Combine(folder.FullName, $"{i}"), "");
            await probe.TakesAsync("POST", "/core/screenshot?path=last.png");
            await probe.RefusesAsync("POST", "/core/screenshot?path=too-many.png");
            await probe.TakesAsync("POST", "/core/screenshot?path=last.png");
        }
        finally
        {
            folder.Delete(recursive: true);
            File.Delete(Path.Combine(probe.Game.FileFolder, "last.png"));
        }
    }
}
