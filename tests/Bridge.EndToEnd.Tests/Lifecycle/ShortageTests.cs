using System.Net;
using System.Net.Sockets;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>The system has no file descriptors left for the bridge, or no inotify instances.</summary>
public sealed class ShortageTests
{
    private const int Clients = 60;

    [Fact]
    public async Task Without_file_descriptors_the_bridge_serves_its_connections_and_all_others_later()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "prlimit exists only on Linux.");
        // The bridge looks for an emulator at this port each second, for which it needs a descriptor.
        await using var bridge = new BridgeProcess($"--Bridge:DiscoveryPorts:0={FreePort.Take()}");
        await bridge.ListensAsync();
        using var connected = new HttpClient { BaseAddress = bridge.Address };
        await IsLiveAsync(connected);
        Limit(bridge, Open(bridge) + (Clients / 2));

        var clients = new List<TcpClient>();
        try
        {
            for (var client = 0; client < Clients; client++)
            {
                clients.Add(new TcpClient());
                await clients[client].ConnectAsync(IPAddress.Loopback, bridge.Address.Port);
            }

            await SaysAsync(bridge, "The bridge has no file descriptors for more connections");
            // Fewer than the bridge has open, so it can open no other one.
            Limit(bridge, 3);
            await SaysAsync(bridge, "EmulatorDiscovery failed because of an unexpected error, and goes on");
            await IsLiveAsync(connected);
        }
        finally
        {
            clients.ForEach(client => client.Dispose());
        }

        Limit(bridge, 1000);
        using (var other = new HttpClient { BaseAddress = bridge.Address })
            await IsLiveAsync(other);
        await IsLiveAsync(connected);
        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await bridge.EndsAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Without_inotify_instances_the_bridge_starts_and_says_once_that_it_does_not_follow_its_settings(bool hasFile)
    {
        const string NoInstances = "echo 0 >/proc/sys/user/max_inotify_instances && exec \"$@\"";
        Assert.SkipUnless(CanLimit(), "No user namespace can be created.");
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, """{ "Bridge": { "Drain": "00:00:00" } }""");
            string[] settings = hasFile ? ["--settings", file] : [];
            await using var bridge = BridgeProcess.StartedBy(["unshare", "-Ur", "sh", "-c", NoInstances, "sh"], settings);
            await bridge.ListensAsync();
            using var client = new HttpClient { BaseAddress = bridge.Address };
            await IsLiveAsync(client);

            Assert.Equal(2, bridge.Output.Split("Changes of the settings are used only after a restart").Length);
            ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
            Assert.Equal(0, await bridge.EndsAsync());
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static bool CanLimit()
    {
        try
        {
            Shell.Run(Path.GetTempPath(), "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_inotify_instances'");
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static int Open(BridgeProcess bridge) => Directory.GetFiles($"/proc/{bridge.Id}/fd").Length;

    private static void Limit(BridgeProcess bridge, int descriptors) =>
        Shell.Run(Path.GetTempPath(), $"prlimit --pid {bridge.Id} --nofile={descriptors}:");

    private static async Task IsLiveAsync(HttpClient client)
    {
        using var patience = new CancellationTokenSource(Eventually.Patience);
        using var response = await client.GetAsync("/health/live", patience.Token);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    private static Task SaysAsync(BridgeProcess bridge, string sentence) =>
        Eventually.HoldsAsync(() => bridge.Output.Contains(sentence, StringComparison.Ordinal), sentence);
}
