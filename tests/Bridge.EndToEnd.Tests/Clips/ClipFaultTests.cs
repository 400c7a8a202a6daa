using System.Runtime.Versioning;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>A bridge whose emulator for clips and whose ffmpeg are shell scripts that the test writes.</summary>
[SupportedOSPlatform("linux")]
public class FaultyClipGame() : RunningGame("buttontest.gba", 0x02000000, "--speed", "0")
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-clips-");

    /// <summary>A script that runs the real host.</summary>
    public static readonly string RealHost = $"exec '{HostProgram.Path}' \"$@\"";

    // The script must be there before the bridge starts, because the settings refuse a program that isn't.
    public override ValueTask InitializeAsync()
    {
        WriteScript(Host, "exit 1");
        return base.InitializeAsync();
    }

    /// <summary>Gets the bridge's folder of clips.</summary>
    public string ClipFolder => Path.Combine(_folder.FullName, "clips");

    /// <summary>Gets the path of the script that the bridge runs as emulator.</summary>
    public string Host => Path.Combine(_folder.FullName, "host");

    // Long, because clips are made at the lowest priority.
    protected virtual string RenderTime => "00:04:00";

    /// <summary>Gets the path of the script that the bridge runs as ffmpeg.</summary>
    public string Ffmpeg => Path.Combine(_folder.FullName, "ffmpeg");

    protected override (string Name, string Value)[] Settings =>
    [
        ("Bridge:OnDemand:Program", Host), ("Bridge:Clips:Folder", ClipFolder), ("Bridge:Clips:Ffmpeg", Ffmpeg),
        ("Bridge:Clips:Renders", "1"), ("Bridge:Clips:RenderTime", RenderTime), ("Bridge:Clips:Number", "3"),
    ];

    /// <summary>Asks for a clip that is refused with these words.</summary>
    public async Task RefusesAsync(string body, string words, int status)
    {
        using var response = await Client.AskAsync("POST", "/emulators/default/clips", body);
        var (got, _, detail) = await RefusalAsync(response);
        Assert.Contains(words, detail, StringComparison.Ordinal);
        Assert.Equal(status, got);
    }

    /// <summary>Writes an executable file that runs a shell script.</summary>
    public static void WriteScript(string program, string script)
    {
        File.WriteAllText(program, $"#!/bin/sh\n{script}\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Shell.Delete(_folder);
        GC.SuppressFinalize(this);
    }
}

/// <summary>A fault of the emulator or of ffmpeg becomes a problem, and leaves no file and no process.</summary>
[Trait("Needs", "host")]
[SupportedOSPlatform("linux")]
public sealed class ClipFaultTests(FaultyClipGame game) : IClassFixture<FaultyClipGame>
{
    private const string Clips = "/emulators/default/clips";

    // Output of an emulator is lines like "picture FRAME KEYS WIDTH HEIGHT" and "sound SAMPLES", followed by bytes. Exit code 5: the game
    // did not do the same again.
    [Theory]
    [InlineData("exit 3", "The emulator ended with exit code 3.", 502)]
    [InlineData("kill -9 $$", "The emulator ended with exit code 137.", 502)]
    [InlineData("echo 'mgba-host: It is not one of this game.' >&2; exit 2", "with this ROM: It is not one of this game.", 409)]
    [InlineData("cat > /dev/null; echo nonsense; exec sleep 100", "not in the form that the bridge expects", 502)]
    [InlineData("cat > /dev/null; echo 'picture 1 0 257 1'; exec sleep 100", "not in the form that the bridge expects", 502)]
    [InlineData("cat > /dev/null; echo 'sound 4097'; exec sleep 100", "not in the form that the bridge expects", 502)]
    [InlineData("printf 'picture 1 0 2 1\\n1234'", "not in the form that the bridge expects", 502)]
    [InlineData("cat > /dev/null; exec yes ''", "not in the form that the bridge expects", 502)]
    [InlineData("cat > /dev/null; exec tr '\\0' x < /dev/zero", "not in the form that the bridge expects", 502)]
    [InlineData("exit 5", "did not do the same again", 502)]
    public async Task A_failing_emulator_is_told(string does, string words, int status)
    {
        FaultyClipGame.WriteScript(game.Host, does);
        await game.RefusesAsync("""{"seconds": 0.1, "wait": true}""", words, status);
        Assert.Empty(Directory.EnumerateFiles(game.ClipFolder));
    }

    [Theory]
    [InlineData("exit 1", "ffmpeg ended with exit code 1.", 502)]
    [InlineData("echo 'no encoder' >&2; exit 8", "ffmpeg ended with exit code 8. no encoder", 502)]
    public async Task A_failing_ffmpeg_is_told(string does, string words, int status)
    {
        FaultyClipGame.WriteScript(game.Host, FaultyClipGame.RealHost);
        FaultyClipGame.WriteScript(game.Ffmpeg, does);
        await game.Game.WaitFramesAsync(60);
        await game.RefusesAsync("""{"seconds": 1, "format": "mp4", "wait": true}""", words, status);
        Assert.Empty(Directory.EnumerateFiles(game.ClipFolder));
    }

    [Fact]
    public async Task A_missing_ffmpeg_is_told_before_anything_is_done()
    {
        File.Delete(game.Ffmpeg);
        foreach (var format in (string[])["mp4", "webm", "webp"])
            await game.RefusesAsync($$"""{"seconds": 1, "format": "{{format}}"}""", "install it (Debian: apt install ffmpeg)", 501);
        Assert.Empty((await game.Client.GetJsonAsync(Clips)).GetProperty("clips").EnumerateArray());
    }

    [Fact]
    public async Task A_client_that_hangs_up_ends_its_clip()
    {
        // Moved when it is complete, so that the test reads no part of it.
        var pidFile = Path.Combine(Path.GetDirectoryName(game.Host)!, "pid");
        FaultyClipGame.WriteScript(game.Host, $"echo $$ > '{pidFile}.new'; mv '{pidFile}.new' '{pidFile}'; exec sleep 1000");
        using var hangUp = new CancellationTokenSource();
        using var content = new StringContent("""{"seconds": 0.1, "wait": true}""", null, "application/json");
        var asked = game.Client.PostAsync(Clips, content, hangUp.Token);
        await Eventually.HoldsAsync(() => Task.FromResult(File.Exists(pidFile)), "the program runs");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked);
        var program = int.Parse(await File.ReadAllTextAsync(pidFile), System.Globalization.CultureInfo.InvariantCulture);
        await Eventually.HoldsAsync(() => Task.FromResult(!Directory.Exists($"/proc/{program}")), "the program has ended");
        await Eventually.HoldsAsync(
            async () => (await game.Client.GetJsonAsync(Clips)).GetProperty("clips").GetArrayLength() == 0, "the clip is gone");
        File.Delete(pidFile);
    }

    [Fact]
    public async Task Clips_are_listed_downloaded_in_parts_limited_and_deleted()
    {
        FaultyClipGame.WriteScript(game.Host, FaultyClipGame.RealHost);
        var ids = new List<string>();
        for (var count = 0; count < 3; count++)
        {
            using var made = await game.Client.AskAsync("POST", Clips, """{"seconds": 0.1, "wait": true}""");
            Assert.Equal(201, (int)made.StatusCode);
            ids.Add(made.Headers.Location!.OriginalString.Split('/')[^1]);
        }

        await game.RefusesAsync("""{"seconds": 0.1}""", "keeps at most 3 clips (Bridge:Clips:Number)", 409);
        var listed = (await game.Client.GetJsonAsync(Clips)).GetProperty("clips").EnumerateArray();
        Assert.Equal(ids, listed.Select(clip => clip.GetProperty("id").GetString()));
        var file = await game.Client.GetByteArrayAsync($"{Clips}/{ids[0]}/file");
        using var request = new HttpRequestMessage(HttpMethod.Get, $"{Clips}/{ids[0]}/file") { Headers = { Range = new(6, 9) } };
        using var part = await game.Client.SendAsync(request);
        Assert.Equal((206, Convert.ToHexString(file[6..10])),
            ((int)part.StatusCode, Convert.ToHexString(await part.Content.ReadAsByteArrayAsync())));
        foreach (var id in ids)
        {
            using var deleted = await game.Client.AskAsync("DELETE", $"{Clips}/{id}");
            Assert.Equal(204, (int)deleted.StatusCode);
        }

        Assert.Empty(Directory.EnumerateFiles(game.ClipFolder));
    }
}
