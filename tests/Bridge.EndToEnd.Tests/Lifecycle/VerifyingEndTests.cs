using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Bridge.EndToEnd.Tests.Playing;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>The process that verifies a movie ends with the bridge, however that ends.</summary>
[Trait("Needs", "host")]
public sealed partial class VerifyingEndTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    [Theory]
    [InlineData(ProcessSignals.Kill)]
    [InlineData(ProcessSignals.Terminate)]
    public async Task A_long_movie_ends_with_the_bridge(int signal)
    {
        // A bridge that is killed leaves the movie in the folder for temporary files.
        using var folder = new GameFolders();
        await using var bridge = new BridgeProcess(
            [("TMPDIR", folder.Files)],
            "--Bridge:Emulators:default:Port=1", $"--Bridge:RomFolder={Game.RomFolder}", $"--Bridge:OnDemand:Program={HostProgram.Path}",
            "--Bridge:Movies:VerifyTime=01:00:00");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        var verified = VerifyAsync(client, await LongMovieAsync());
        int? verifier = null;
        await Eventually.HoldsAsync(() => (verifier = ChildOf(bridge.Id)) is not null, "the movie is verified");
        try
        {
            ProcessSignals.Send(bridge.Id, signal);
            await bridge.EndsAsync();
            await Eventually.HoldsAsync(() => !Runs(verifier!.Value), "the process that verifies has ended");
        }
        finally
        {
            if (Runs(verifier!.Value))
                ProcessSignals.KillIfRunning(verifier.Value);
        }

        await verified;
    }

    // A movie whose header says that it has 100 million frames, so that verifying it takes hours.
    private async Task<byte[]> LongMovieAsync()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(10);
        await MovieAsync("long");
        return MovieFiles.Change(await Client.GetByteArrayAsync($"{E}/movies/long"), log => log,
            header => Frames().Replace(header, "\"frames\":100000000"));
    }

    // The bridge ends meanwhile: it refuses the request, or the response is lost.
    private static async Task VerifyAsync(HttpClient client, byte[] movie)
    {
        using var content = new ByteArrayContent(movie);
        content.Headers.ContentType = new("application/zip");
        try
        {
            using var response = await client.PostAsync(new Uri("/movies/verify", UriKind.Relative), content);
            Assert.False(response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync());
        }
        catch (HttpRequestException)
        {
        }
    }

    private static int? ChildOf(int parent)
    {
        foreach (var id in Process.GetProcessesByName("mgba-host").Select(process => process.Id))
        {
            if (StatOf(id) is [_, var its, ..] && its == parent.ToString(CultureInfo.InvariantCulture))
                return id;
        }

        return null;
    }

    // A process that has ended stays as a zombie (Z) until its parent waits for it.
    private static bool Runs(int id) => StatOf(id) is [not "Z", ..];

    // The fields of proc_pid_stat(5) behind the name: the state, the parent and so on. Empty if there is no such process.
    private static string[] StatOf(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/stat").Split(") ")[1].Split(' ');
        }
        catch (IOException)
        {
            return [];
        }
    }

    [GeneratedRegex("\"frames\": ?[0-9]+")]
    private static partial Regex Frames();
}
