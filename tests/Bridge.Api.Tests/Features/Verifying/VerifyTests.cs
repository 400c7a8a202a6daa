using System.IO.Compression;
using System.IO.Hashing;
using System.Net.Http.Headers;
using System.Runtime.Versioning;
using System.Text.Json;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Tests.Features.Movies;

namespace Bridge.Api.Tests.Features.Verifying;

/// <summary>Verification over HTTP and by the command line, with a shell script in place of <c>mgba-host</c>.</summary>
[SupportedOSPlatform("linux")]
public sealed class VerifyTests : IAsyncLifetime
{
    private const string Equal = """echo '{"frames":36000,"checked":60,"equal":true,"hashes":{"wram":"0123456789abcdef"}}'""";

    private const string Differs = """
        echo '{"frames":1200,"checked":19,"equal":false,"after":1140,"before":1200,"regions":["iwram"]}'; exit 5
        """;

    private static readonly byte[] Rom = "a game"u8.ToArray();
    private static readonly MovieGame Game = MovieSamples.Game with { Crc32 = $"{Crc32.HashToUInt32(Rom):x8}", Rom = "a.gba" };
    private static readonly byte[] Movie = BridgeMovie.Write(MovieSamples.RandomInputs(3, Game));

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-verify-");
    private BridgeHost? _bridge;

    private string Program => Path.Combine(_folder.FullName, "program");

    private string RomFolder => Path.Combine(_folder.FullName, "roms");

    public ValueTask InitializeAsync()
    {
        Directory.CreateDirectory(RomFolder);
        File.WriteAllBytes(Path.Combine(RomFolder, "a.gba"), Rom);
        File.WriteAllText(Path.Combine(RomFolder, "b.gba"), "another");
        WriteProgram(Equal);
        _bridge = new BridgeHost(("Bridge:OnDemand:Program", Program), ("Bridge:RomFolder", RomFolder),
            ("Bridge:Movies:Verifications", "1"), ("Bridge:Movies:VerifyTime", "00:00:02"), ("Bridge:Emulators:default:Port", "1"));
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await _bridge!.DisposeAsync();
        Shell.Delete(_folder);
    }

    [Fact]
    public async Task A_movie_is_run_with_the_ROM_of_its_checksum_and_a_clean_environment()
    {
        // Not a setting, because bridges of other tests start meanwhile and would read it.
        Environment.SetEnvironmentVariable("VERIFY_TESTS", "secret");
        WriteProgram($"printf '%s\\n' \"$@\" > '{_folder.FullName}/arguments'; env > '{_folder.FullName}/environment'; "
            + $"cat > '{_folder.FullName}/stream'; {Equal}");
        try
        {
            var frames = MovieFile.ReadOwn(Movie).Header.Frames;
            Assert.Equal(
                $$"""{"rom":"a.gba","frames":{{frames}},"played":36000,"checked":60,"result":"equal"}""", await VerifyAsync(Movie, 200));
        }
        finally
        {
            Environment.SetEnvironmentVariable("VERIFY_TESTS", null);
        }

        Assert.Equal(["--rom", Path.Combine(RomFolder, "a.gba"), "--movie", "-", "--memory", "1024", "--nice", "19"],
            File.ReadAllLines(Path.Combine(_folder.FullName, "arguments")));
        Assert.DoesNotContain("secret", File.ReadAllText(Path.Combine(_folder.FullName, "environment")), StringComparison.Ordinal);
        Assert.Equal(MovieStreamWriter.Write(MovieFile.ReadOwn(Movie)), File.ReadAllBytes(Path.Combine(_folder.FullName, "stream")));
    }

    [Fact]
    public async Task The_ROM_with_the_name_of_the_movies_ROM_is_found_after_a_thousand_others()
    {
        for (var number = 0; number < 1000; number++)
            File.WriteAllText(Path.Combine(RomFolder, $"{number:D4}.gba"), "another");

        Assert.StartsWith("""{"rom":"a.gba",""", await VerifyAsync(Movie, 200), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_difference_is_told()
    {
        WriteProgram(Differs);
        Assert.EndsWith(
            ""","played":1200,"checked":19,"result":"differs","after":1140,"before":1200,"regions":["iwram"]}""",
            await VerifyAsync(Movie, 200), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("?rom=b.gba", 409, "b.gba has another.")]
    [InlineData("?rom=c.gba", 404, "There is no ROM")]
    [InlineData("?rom=..%2Fa.gba", 400, "rom must be a file name")]
    [InlineData("?game=a.gba", 400, "Unknown query parameter")]
    public async Task A_wrong_ROM_is_refused(string query, int status, string words) =>
        Assert.Contains(words, await VerifyAsync(Movie, status, query), StringComparison.Ordinal);

    [Fact]
    public async Task A_ROM_with_a_patch_is_left_to_the_emulator_and_one_in_a_zip_is_found()
    {
        var other = BridgeMovie.Write(MovieSamples.RandomInputs(3, Game with { Crc32 = "00000001" }));
        Assert.Contains("The ROM folder has no ROM with the CRC-32 00000001", await VerifyAsync(other, 404), StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(RomFolder, "a.ips"), "PATCH");
        Assert.StartsWith("""{"rom":"a.gba",""", await VerifyAsync(other, 200), StringComparison.Ordinal);
        File.Delete(Path.Combine(RomFolder, "a.gba"));
        using (var zip = ZipFile.Open(Path.Combine(RomFolder, "z.zip"), ZipArchiveMode.Create))
        {
            using var entry = zip.CreateEntry("a.gba").Open();
            entry.Write(Rom);
        }

        Assert.StartsWith("""{"rom":"z.zip",""", await VerifyAsync(Movie, 200), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("echo 'mgba-host: It is not one of this game.' >&2; exit 2", 409, "with this ROM: It is not one of this game.")]
    [InlineData("exit 3", 503, "The emulator ended with exit code 3.")]
    [InlineData("echo nonsense", 503, "The emulator's result is not in the form that the bridge expects.")]
    [InlineData("kill -9 $$", 503, "The emulator ended with exit code 137.")]
    [InlineData("exec sleep 100", 504, "The movie did not end within 2 s (Bridge:Movies:VerifyTime).")]
    [InlineData("exec yes", 504, "The movie did not end within 2 s")]
    public async Task A_failed_run_is_told_and_leaves_nothing(string does, int status, string words)
    {
        var id = Path.Combine(_folder.FullName, "id");
        WriteProgram($"echo $$ > '{id}'; {does}");
        Assert.Contains(words, await VerifyAsync(Movie, status), StringComparison.Ordinal);
        var process = $"/proc/{File.ReadAllText(id).TrimEnd()}";
        await Eventually.HoldsAsync(() => !Directory.Exists(process), "the program has ended");
    }

    [Fact]
    public async Task More_movies_than_the_setting_allows_are_refused()
    {
        WriteProgram($": > '{_folder.FullName}/runs'; sleep 1; {Equal}");
        var first = VerifyAsync(Movie, 200);
        await Eventually.HoldsAsync(() => Task.FromResult(File.Exists(Path.Combine(_folder.FullName, "runs"))), "the first one runs");
        Assert.Contains("verifies 1 movies already, the maximum", await VerifyAsync(Movie, 503), StringComparison.Ordinal);
        await first;
        await VerifyAsync(Movie, 200);
    }

    [Fact]
    public async Task A_body_that_is_no_movie_is_refused() =>
        Assert.Contains("The file must be a movie", await VerifyAsync([1, 2, 3], 422), StringComparison.Ordinal);

    [Theory]
    [InlineData(Equal, 0, "Equal: 36000 frames, 60 hashes.")]
    [InlineData(Differs, 1, "Differs: after frame 1140, at or before frame 1200, in iwram.")]
    [InlineData("""echo '{"frames":5,"checked":0,"equal":true}'""", 0, "The movie has no hashes to compare; 5 frames ran.")]
    [InlineData("echo 'mgba-host: no' >&2; exit 2", 1, "The movie can't be played with this ROM: no")]
    [InlineData("exit 3", 2, "The emulator ended with exit code 3.")]
    public async Task The_command_line_verifies_a_movie(string does, int code, string words)
    {
        WriteProgram(does);
        var run = await RunAsync(Movie, "a.gba");
        Assert.Equal(code, run.ExitCode);
        Assert.Contains(words, run.Output + run.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_line_refuses_another_ROM_a_damaged_movie_and_missing_files()
    {
        Assert.Equal(1, (await RunAsync(Movie, "b.gba")).ExitCode);
        Assert.Equal(1, (await RunAsync([1, 2], "a.gba")).ExitCode);
        Assert.Equal(2, (await RunAsync(Movie, "missing.gba")).ExitCode);
        Assert.Equal(2, (await BridgeRun.OfAsync("verify", "missing.movie", "--rom", Path.Combine(RomFolder, "a.gba"))).ExitCode);
        Assert.Equal(2, (await BridgeRun.OfAsync("verify", "missing.movie")).ExitCode);
    }

    private Task<BridgeRun> RunAsync(byte[] movie, string rom)
    {
        var file = Path.Combine(_folder.FullName, "my.movie");
        File.WriteAllBytes(file, movie);
        return BridgeRun.OfAsync("verify", file, "--rom", Path.Combine(RomFolder, rom), $"--Bridge:OnDemand:Program={Program}");
    }

    private void WriteProgram(string commands)
    {
        File.WriteAllText(Program, $"#!/bin/sh\n{commands}\n");
        File.SetUnixFileMode(Program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private async Task<string> VerifyAsync(byte[] movie, int status, string query = "")
    {
        using var content = new ByteArrayContent(movie) { Headers = { ContentType = new MediaTypeHeaderValue("application/zip") } };
        using var response = await _bridge!.Client.PostAsync($"/movies/verify{query}", content);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(status == (int)response.StatusCode, text);
        return status == 200 ? text : JsonDocument.Parse(text).RootElement.GetProperty("detail").GetString()!;
    }
}
