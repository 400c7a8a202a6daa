using System.Runtime.Versioning;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>A bridge can't write the record of an emulator.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class FailedRecordTests : IAsyncLifetime
{
    private readonly OnDemandBridge _folders = new();
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-program-");

    private string Flag => Path.Combine(_root.FullName, "flag");

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _folders.DeleteAll();
        _root.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task A_creation_that_can_not_be_recorded_leaves_nothing()
    {
        // With the flag, the emulator puts a folder in the place of its record before it starts.
        await using var bridge = Start($"[ -e '{Flag}' ] && until mkdir emulator.json 2> /dev/null; do rm -f emulator.json; done");
        await File.WriteAllTextAsync(Flag, "");
        using var refused = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba", "name": "red"}""");

        Assert.Equal((500, "storage-failed"), Short(await RunningGame.RefusalAsync(refused)));
        Assert.Empty(_folders.Processes());
        Assert.Empty(_folders.Folders());
        using var unknown = await bridge.Client.AskAsync("DELETE", "/emulators/red");
        Assert.Equal((404, "unknown-emulator"), Short(await RunningGame.RefusalAsync(unknown)));
        File.Delete(Flag);
        await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red" """);
        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => OnDemandBridge.CreateAsync(bridge.Client)));
    }

    [Fact]
    public async Task A_lease_that_can_not_be_recorded_is_not_set()
    {
        await using var bridge = Start(":");
        await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red", "lease": {"seconds": 600}""");
        Shell.Run(_folders.FileOf("red", ""), "mv emulator.json kept && mkdir emulator.json && touch emulator.json/file");

        using var refused = await bridge.Client.AskAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");

        Assert.Equal((500, "storage-failed"), Short(await RunningGame.RefusalAsync(refused)));
        Assert.Equal(600, await LeaseAsync(bridge.Client));
        Shell.Run(_folders.FileOf("red", ""), "rm -r emulator.json && mv kept emulator.json");
        await bridge.Client.AskForJsonAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");
        Assert.Equal(3600, await LeaseAsync(bridge.Client));
    }

    [Fact]
    public async Task On_a_full_disk_a_creation_and_a_lease_are_refused()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess,
            "Only root can mount a small disk; run this test as root.");
        var disk = _root.CreateSubdirectory("disk").FullName;
        try
        {
            Shell.Run(disk, "mount -t tmpfs -o size=2m,mode=700 tmpfs .");
        }
        catch (InvalidOperationException)
        {
            Assert.Skip("This container can't mount a small disk.");
        }

        try
        {
            await using var bridge = Start(":", ("Bridge:OnDemand:Folder", disk));
            await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red", "lease": {"seconds": 600}""");
            Shell.Run(disk, "dd if=/dev/zero of=full bs=4096 2> /dev/null || true");

            using var refused = await bridge.Client.AskAsync("POST", "/emulators", """{"rom": "buttontest.gba", "name": "blue"}""");
            using var renewed = await bridge.Client.AskAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");

            Assert.Equal((507, "storage-full"), Short(await RunningGame.RefusalAsync(refused)));
            Assert.Equal((507, "storage-full"), Short(await RunningGame.RefusalAsync(renewed)));
            Assert.Equal(600, await LeaseAsync(bridge.Client));
            Assert.False(Directory.Exists(Path.Combine(disk, "blue")));
            Shell.Run(disk, "rm full");
            await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "blue" """);
            await bridge.Client.AskForJsonAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");
            // With their leases, the emulators would outlive the bridge.
            foreach (var name in (string[])["red", "blue"])
                (await bridge.Client.DeleteAsync($"/emulators/{name}")).Dispose();
        }
        finally
        {
            Shell.Run(_root.FullName, "umount -l disk");
        }
    }

    private static (int Status, string Type) Short((int Status, string Type, string Detail) refusal) => (refusal.Status, refusal.Type);

    private static async Task<double> LeaseAsync(HttpClient client) => (await client.GetJsonAsync("/emulators/red"))
        .GetProperty("created").GetProperty("lease").GetProperty("seconds").GetDouble();

    // Starts a bridge whose emulators first run a command of the shell in their folder.
    private BridgeHost Start(string command, params (string Name, string Value)[] more)
    {
        var program = Path.Combine(_root.FullName, "program");
        File.WriteAllText(program, $"#!/bin/sh\n{command}\nexec '{HostProgram.Path}' \"$@\"\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new BridgeHost([.. _folders.Settings, ("Bridge:OnDemand:Program", program), ("Bridge:OnDemand:Warm", "0"), .. more]);
    }
}
