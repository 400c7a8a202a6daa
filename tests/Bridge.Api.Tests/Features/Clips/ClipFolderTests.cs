using System.Runtime.Versioning;
using Bridge.Api.Features.Clips;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Features.Clips;

/// <summary>The folder of the clips: what can't be used, and what a restart finds.</summary>
[SupportedOSPlatform("linux")]
public sealed class ClipFolderTests : IDisposable
{
    private const string Clips = "/emulators/default/clips";
    private const string Id = "0123456789abcdef0123456789abcdef";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-clips-");

    public void Dispose() => Shell.Delete(_folder);

    [Fact]
    public async Task A_folder_that_can_not_be_used_is_told_without_its_name()
    {
        await AssertRefusedAsync("/proc/none/clips", "/proc/none");
        File.SetUnixFileMode(_folder.FullName, (UnixFileMode)0x1FF); // 0777: others may write
        await AssertRefusedAsync(_folder.FullName, _folder.Name);
    }

    [Fact]
    public async Task Clips_outlive_a_restart()
    {
        var now = TimeProvider.System.GetUtcNow();
        Write(Id, now.AddHours(-1));
        var old = Id.Replace('0', 'f');
        Write(old, now.AddDays(-2));
        File.WriteAllText(Path.Combine(_folder.FullName, "junk.json"), "{");
        File.WriteAllText(Path.Combine(_folder.FullName, "other.json"), "[]");
        await using var bridge = new BridgeHost(("Bridge:Clips:Folder", _folder.FullName), ("Bridge:Emulators:default:Port", "1"));
        var listed = (await bridge.Client.GetJsonAsync(Clips)).GetProperty("clips").EnumerateArray();
        Assert.Equal([old, Id], listed.Select(clip => clip.GetProperty("id").GetString()));
        Assert.Equal("a film", await bridge.Client.GetStringAsync($"{Clips}/{Id}/file"));
        using var deleted = await bridge.Client.AskAsync("DELETE", $"{Clips}/{Id}");
        Assert.Equal(204, (int)deleted.StatusCode);
        Assert.Equal(
            [$"{old}.gif", $"{old}.json", "junk.json", "other.json"],
            Directory.EnumerateFiles(_folder.FullName).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void No_clip_is_lost_when_fewer_are_allowed()
    {
        var time = new FakeTime();
        for (var i = 0; i < 4; i++)
            Write(Id.Replace('0', (char)('a' + i)), time.GetUtcNow());
        var options = new ClipOptions { Folder = _folder.FullName, Number = 2 };
        Assert.Equal(4, new ClipStore(options, time, NullLogger<ClipStore>.Instance).List("default").Count);
    }

    [Fact]
    public async Task Clips_that_are_too_old_are_deleted()
    {
        var time = new FakeTime();
        Write(Id, time.GetUtcNow());
        var store = new ClipStore(new ClipOptions { Folder = _folder.FullName }, time, NullLogger<ClipStore>.Instance);
        time.Advance(TimeSpan.FromDays(1));
        await store.DeleteOldAsync();
        Assert.Equal(Id, Assert.Single(store.List("default")).Id);
        time.Advance(TimeSpan.FromSeconds(1));
        await store.DeleteOldAsync();
        Assert.Empty(store.List("default"));
        Assert.Empty(Directory.EnumerateFiles(_folder.FullName));
    }

    [Fact]
    public void What_a_dead_bridge_has_left_is_deleted_once_it_is_old()
    {
        var time = new FakeTime();
        string[] names = [$"{Id}.gif", $"{Id}.mp4.part.video", $"{Id}.txt", "own.gif"];
        foreach (var (name, days) in names.Select(name => (name, 2)).Append(($"{Id}.apng", 0)))
        {
            File.WriteAllText(Path.Combine(_folder.FullName, name), "a film");
            File.SetLastWriteTimeUtc(Path.Combine(_folder.FullName, name), time.GetUtcNow().UtcDateTime.AddDays(-days));
        }

        Assert.Empty(new ClipStore(new ClipOptions { Folder = _folder.FullName }, time, NullLogger<ClipStore>.Instance).List("default"));
        Assert.Equal(
            [$"{Id}.apng", $"{Id}.txt", "own.gif"],
            Directory.EnumerateFiles(_folder.FullName).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    private void Write(string id, DateTimeOffset at)
    {
        File.WriteAllText(Path.Combine(_folder.FullName, $"{id}.gif"), "a film");
        File.WriteAllText(Path.Combine(_folder.FullName, $"{id}.json"), $$"""
            {"id": "{{id}}", "emulator": "default", "state": "done", "format": "gif", "from": 1, "to": 60, "frames": 60, "rendered": 60,
            "seconds": 1.005, "fps": 29.864, "sound": false, "createdAt": "{{at:O}}", "bytes": 6}
            """);
    }

    private static async Task AssertRefusedAsync(string folder, string secret)
    {
        await using var bridge = new BridgeHost(("Bridge:Clips:Folder", folder), ("Bridge:Emulators:default:Port", "1"));
        using var response = await bridge.Client.AskAsync("GET", Clips);
        var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((500, "storage-failed"), (status, anchor));
        Assert.DoesNotContain(secret, detail, StringComparison.Ordinal);
    }
}
